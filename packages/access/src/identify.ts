import type { Clock } from '@agent-mem/contract';
import type { AccessOptions } from './access.ts';
import type { Principal } from './grant.ts';
import type { KnownKeys } from './keys/known-keys.ts';
import { principalOfKey } from './keys/principal-of-key.ts';
import { Refusal } from './refusal.ts';
import type { VerifyJwt } from './tokens/jwt.ts';
import type { VerifyScopeToken } from './tokens/scope-token.ts';

/** Who may show what. */
export interface Credentials {
  readonly keys: KnownKeys;
  /** `null`: JWTs are not taken. */
  readonly verifyJwt: VerifyJwt | null;
  /** Another caller that is known: the key of this process. `null`: it is not that. */
  localHolder(credential: string): Principal | null;
  readonly clock: Clock;
}

/** Reads `Authorization: Bearer …`: a key of the fleet, or a token of the issuer that the fleet trusts. Throws a `Refusal`. */
export function createIdentify({ keys, verifyJwt, localHolder, clock }: Credentials): AccessOptions['identify'] {
  return async ({ authorization, waitsMs = null }) => {
    const credential = bearerOf(authorization);
    const local = localHolder(credential);
    if (local) return local;
    if (credential.startsWith('am_')) return principalOfKey(credential, keys, clock);
    if (verifyJwt) return verifyJwt(credential, waitsMs);
    throw new Refusal('malformed', 'Authorization: is no key of this fleet, and it takes no tokens (JWT_JWKS_URL is not set)');
  };
}

/** What a token of a flow's configuration comes with. */
const noMessage = { payload: '', properties: {} };

/** Reads the `scope_token` of a message. Throws a `Refusal`. */
export function createIdentifyMessage(verify: VerifyScopeToken): AccessOptions['identify'] {
  return async ({ authorization, message = noMessage }) => {
    if (authorization === null)
      throw new Refusal(
        'no-credential',
        'scope_token: is required as a property of the message (agent-mem keys token makes one)',
      );
    return verify(authorization, message);
  };
}

function bearerOf(authorization: string | null): string {
  if (authorization === null)
    throw new Refusal(
      'no-credential',
      'Authorization: is required: Bearer and a key of this fleet (agent-mem keys create makes one)',
    );
  const credential = /^bearer +(\S+)$/i.exec(authorization.trim())?.[1];
  if (credential === undefined) throw new Refusal('malformed', 'Authorization: must be Bearer and a key or a token');
  return credential;
}
