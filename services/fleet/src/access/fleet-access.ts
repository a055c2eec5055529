import {
  type AccessMode,
  type AccessOptions,
  createIdentify,
  createKeyStore,
  createKnownKeys,
  createVerifyJwt,
  type JwtTools,
  type KeyStore,
} from '@agent-mem/access';
import type { Clock } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import type { HostPorts } from '@agent-mem/service-kit';
import type { FleetConfig } from '../config.ts';
import { StartFailed } from '../refusal.ts';
import { authMode } from './auth-mode.ts';
import type { LocalKey } from './local-key.ts';

/** How a fleet knows who asks. */
export interface FleetAccess {
  readonly mode: AccessMode;
  readonly identify: AccessOptions['identify'];
  /** What is changed here is known at once. */
  readonly keys: KeyStore;
}

/** Reads keys from the Graph, tokens by their issuer's keys, and the key of this process. */
export function fleetAccess(
  config: FleetConfig,
  { graph, clock, log }: Pick<HostPorts, 'graph' | 'clock'> & { readonly log: Logger },
  localKey: LocalKey,
): FleetAccess {
  const stored = createKeyStore({ graph, clock });
  const known = createKnownKeys({ keys: stored, clock });
  const verifyJwt = verifyJwtOf(config, { clock, log });
  const identify = createIdentify({ keys: known, verifyJwt, localHolder: localKey.holderOf, clock });
  const forgetting = async <Result>(id: string, change: Promise<Result>): Promise<Result> => {
    try {
      return await change;
    } finally {
      known.forget(id);
    }
  };
  return {
    mode: authMode(config),
    identify,
    keys: {
      ...stored,
      rotate: (id, graceMs) => forgetting(id, stored.rotate(id, graceMs)),
      revoke: (id) => forgetting(id, stored.revoke(id)),
    },
  };
}

function verifyJwtOf(config: FleetConfig, tools: JwtTools) {
  const { JWT_JWKS_URL: jwksUrl, JWT_ISSUER: issuer, JWT_AUDIENCE: audience } = config;
  if (jwksUrl === '') return null;
  const { JWT_USER_CLAIM: userClaim, JWT_WORKSPACE_CLAIM: workspaceClaim, JWT_PERMISSIONS_CLAIM: permissionsClaim } = config;
  return createVerifyJwt({ jwksUrl, issuer, audience, userClaim, workspaceClaim, permissionsClaim }, tools);
}

/** A store on a server that does not answer by then is not waited for: who has no key is refused anyway. */
const longestMs = 2_000;

/** Throws `StartFailed` where other machines reach this address, nothing was said of `AUTH`, and nobody could be let in. */
export async function refuseOpenToAll(config: FleetConfig, { mode, keys }: FleetAccess, clock: Clock): Promise<void> {
  if (config.AUTH !== '' || mode === 'off' || config.JWT_JWKS_URL !== '') return;
  const away = clock.sleep(longestMs).then(() => null);
  const there = await Promise.race([keys.list().catch(() => null), away]);
  if (there === null || there.some(({ revokedAt }) => revokedAt === null)) return;
  throw new StartFailed(
    `HOST ${config.HOST}: other machines reach this memory, and there is no key to it: make one (agent-mem keys create --first), or set AUTH=off to serve every machine that reaches it`,
  );
}
