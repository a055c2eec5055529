import { hourMs, isWithin } from '@agent-mem/contract';
import { withBoundedBody } from '@agent-mem/runtime';
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose';

/** Keys are read again when they were read so long ago. */
const readEveryMs = 600_000;
/** So long the keys last read count, while the issuer is away: a key that it has withdrawn meanwhile counts as long. */
const countForMs = hourMs;
/** An issuer that was away is asked again after so long: until then, nobody waits for it. */
const againAfterMs = 30_000;

/** Keys are some hundred bytes each. */
const mostBytes = 1_048_576;

/** What the keys of an issuer are read with. */
export interface IssuerKeysOptions {
  readonly url: string;
  /** A token with a key that is not known has them read again, at most so often, in milliseconds. */
  readonly cooldownMs: number;
  now(): number;
  /** Called when they cannot be read, and those of before are used. */
  away(cause: unknown): void;
}

/** The public keys of an issuer, as it publishes them. Rejects where they cannot be read, and there are none of the last hour. */
export function issuerKeys({ url, cooldownMs, now, away }: IssuerKeysOptions): JWTVerifyGetKey {
  const published = createRemoteJWKSet(new URL(url), {
    cooldownDuration: cooldownMs,
    cacheMaxAge: Number.POSITIVE_INFINITY,
    [customFetch]: boundedFetch,
  });
  let readAt = Number.NEGATIVE_INFINITY;
  let failedAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    const isAway = isWithin(againAfterMs, failedAt, now());
    if (isWithin(isAway ? countForMs : readEveryMs, readAt, now())) return;
    try {
      await published.reload();
      readAt = now();
    } catch (cause) {
      failedAt = now();
      if (!isWithin(countForMs, readAt, failedAt)) throw cause;
      away(cause);
    }
  }

  return async (header, token) => {
    await refresh();
    return await published(header, token);
  };
}

async function boundedFetch(url: string, options: RequestInit): Promise<Response> {
  const tooLong = () => new Error(`The keys of the issuer are longer than ${mostBytes} bytes`);
  return withBoundedBody(await fetch(url, options), { mostBytes, tooLong });
}
