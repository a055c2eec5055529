import type { Clock } from '@agent-mem/contract';
import type { Principal } from './grant.ts';
import type { KnownKeys } from './keys/known-keys.ts';
import { principalOfKey } from './keys/principal-of-key.ts';
import { Refusal } from './refusal.ts';
import type { VerifyJwt } from './tokens/jwt.ts';

/** Reads what stood behind `Bearer `: a key of the fleet, or a token of the issuer that the fleet trusts. Throws a `Refusal`. */
export function createIdentify(
  keys: KnownKeys,
  verifyJwt: VerifyJwt | null,
  clock: Clock,
): (credential: string) => Promise<Principal> {
  return async (credential) => {
    if (credential.startsWith('am_')) return principalOfKey(credential, keys, clock);
    if (verifyJwt) return verifyJwt(credential);
    throw new Refusal('malformed', 'Authorization: is no key of this fleet, and it takes no tokens (JWT_JWKS_URL is not set)');
  };
}
