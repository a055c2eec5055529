import { readFile } from 'node:fs/promises';
import { type Clock, OperationError } from '@agent-mem/contract';

/** Credentials for the client credentials flow of OAuth 2. */
export interface Oauth2Options {
  /** Whose token endpoint is found at `/.well-known/openid-configuration` below it. */
  readonly issuerUrl: string;
  readonly audience?: string | undefined;
  readonly scope?: string | undefined;
  /** JSON with `client_id` and `client_secret`, as Pulsar's own clients take it. */
  readonly credentialsFile: string;
  readonly clock: Clock;
}

const timeoutMs = 10_000;
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
    // Whoever asks meanwhile gets the same one.
    until = Number.POSITIVE_INFINITY;
    const asked = ask(options).then(
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

interface Grant {
  readonly access_token: string;
  readonly expires_in?: number;
}

async function ask({ issuerUrl, audience, scope, credentialsFile }: Oauth2Options): Promise<Grant> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...(await credentials(credentialsFile)) });
  if (audience) form.set('audience', audience);
  if (scope) form.set('scope', scope);
  const discovery = `${issuerUrl.replace(/\/+$/, '')}/.well-known/openid-configuration`;
  const { token_endpoint } = await fetched<{ token_endpoint?: string }>(discovery, {});
  if (!token_endpoint) throw new OperationError('unavailable', `${discovery} names no token endpoint`);
  const grant = await fetched<Grant>(token_endpoint, { method: 'POST', body: form });
  if (!grant.access_token) throw new OperationError('unavailable', `${token_endpoint} gave no token`);
  return grant;
}

async function credentials(file: string): Promise<{ client_id: string; client_secret: string }> {
  try {
    const { client_id, client_secret } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    if (typeof client_id === 'string' && typeof client_secret === 'string') return { client_id, client_secret };
  } catch (cause) {
    throw malformed(file, cause);
  }
  throw malformed(file, null);
}

/** The secret stays out of it, and what the issuer says of it. */
function malformed(file: string, cause: unknown): OperationError {
  return new OperationError('invalid-argument', `${file} must be readable JSON with client_id and client_secret`, { cause });
}

async function fetched<Body>(url: string, init: RequestInit): Promise<Body> {
  try {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    if (response.ok) return (await response.json()) as Body;
    const type = response.status >= 400 && response.status < 500 ? 'unauthenticated' : 'unavailable';
    throw new OperationError(type, `${url} answered HTTP ${response.status} to a request for a token for Pulsar`);
  } catch (cause) {
    if (cause instanceof OperationError) throw cause;
    throw new OperationError('unavailable', `${url} cannot be asked for a token for Pulsar`, { cause });
  }
}
