import { membersOf, parsedJson } from '@agent-mem/contract';
import type { Token } from '../../access/token.ts';

/** How long a session may last whose token does not say when it ends. */
const unknownLifeMs = 600_000;
const shortestLifeMs = 1_000;

/** The header a request is authorised with. */
export async function authorization(token: Token | undefined): Promise<Readonly<Record<string, string>>> {
  if (token === undefined || token === '') return {};
  return { authorization: `Bearer ${typeof token === 'string' ? token : await token()}` };
}

/**
 * Milliseconds after which a session must be opened again with a fresh token, or `null`: the broker lets sessions outlive their token, but closes some.
 * A token that is a constant cannot be fresher.
 */
export function renewalMs(token: Token | undefined, header: string | undefined, now: number): number | null {
  if (typeof token !== 'function') return null;
  const expiry = expiryOf(header);
  return expiry === null ? unknownLifeMs : Math.max(shortestLifeMs, (expiry - now) * 0.8);
}

/** Milliseconds since 1970 at which a JSON Web Token ends. */
function expiryOf(header: string | undefined): number | null {
  const { exp } = membersOf(parsedJson(Buffer.from(header?.split('.')[1] ?? '', 'base64url').toString()));
  return typeof exp === 'number' ? exp * 1_000 : null;
}
