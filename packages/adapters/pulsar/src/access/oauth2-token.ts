import type { Oauth2Options } from './client-credentials.ts';

/** Of a token that does not say when it ends. */
const unknownLifeSeconds = 300;
/** A token serves until so much of its life is over. */
const served = 0.8;

/**
 * A supplier of tokens by the client credentials flow (RFC 6749, 4.4), which asks the issuer once for many. The credentials are read each time it asks: they
 * may be replaced. Rejects with `unauthenticated` when the issuer refuses them, `unavailable` when it cannot be reached, `invalid-argument` for a malformed file.
 */
export function oauth2Token(options: Oauth2Options): () => Promise<string> {
  const { clock } = options;
  let token: Promise<string> | null = null;
  let until = 0;
  return () => {
    if (token && clock.now() < until) return token;
    // A connection that asks meanwhile gets the same one.
    until = Number.POSITIVE_INFINITY;
    // Loaded here: most fleets have no such token to ask for.
    const asking = import('./client-credentials.ts').then(({ requestToken }) => requestToken(options));
    const asked = asking.then(
      ({ access_token, expires_in }) => {
        until = clock.now() + (expires_in ?? unknownLifeSeconds) * 1_000 * served;
        return access_token;
      },
      (error: unknown) => {
        token = null;
        throw error;
      },
    );
    token = asked;
    return asked;
  };
}
