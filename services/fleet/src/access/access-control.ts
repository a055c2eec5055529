import type { AccessMode, KeyStore } from '@agent-mem/access';
import type { Clock } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import type { Admission, HostOptions } from '@agent-mem/service-kit';
import type { OpenPorts } from '../adapters/ports.ts';
import type { FleetConfig } from '../config.ts';
import { fleetLimits } from '../limits/fleet-limits.ts';
import { openAudit } from './audit-folder.ts';
import { fleetAccess, refuseOpenToAll } from './fleet-access.ts';
import { type LocalKey, newLocalKey } from './local-key.ts';
import { busTokens, identifyWithoutKeys } from './scope-tokens.ts';

/** Who may ask a fleet, how much, and where that is written down. Disposing closes the audit log and the connection that counts. */
export interface AccessControl extends AsyncDisposable {
  readonly mode: AccessMode;
  readonly keys: KeyStore;
  /** What the process knows those by who may read its data directory. */
  readonly localKey: LocalKey;
  /** Other processes publish on its bus, and nobody asks who they are. */
  readonly isBusOpen: boolean;
  readonly admission: Admission;
  readonly checks: Pick<HostOptions, 'access' | 'busAccess' | 'tokenAccess'>;
}

/** Opens what a configuration asks for. Throws `UsedWrongly` that names the variable, `StartFailed` for an address that is open to all. */
export async function openAccessControl(
  config: FleetConfig,
  options: {
    readonly opened: OpenPorts;
    /** Whether callers from outside come. */
    readonly isServed: boolean;
    /** Whether messages come from another system. */
    readonly isConnected: boolean;
    readonly clock: Clock;
    readonly log: Logger;
  },
): Promise<AccessControl> {
  const { opened, isServed, isConnected, clock, log } = options;
  await using stack = new AsyncDisposableStack();
  const localKey = newLocalKey();
  const access = fleetAccess(config, { ...opened.ports, log }, localKey);
  if (isServed) await refuseOpenToAll(config, access, clock);
  const audit = isServed ? await openAudit(config, { clock, log }) : null;
  if (audit) stack.use(audit);
  const takesTokens = opened.busIsShared || isConnected;
  const tokens = takesTokens ? await busTokens(config, access.mode, { clock, log }) : null;
  const { limits, admission } = stack.use(await fleetLimits(config, { clock }));
  const { mode, identify, keys } = access;
  const resources = stack.move();
  return {
    mode,
    keys,
    localKey,
    isBusOpen: opened.busIsShared && tokens === null,
    admission,
    checks: {
      access: { mode, identify, audit, limits },
      ...(tokens && opened.busIsShared && { busAccess: { ...tokens, audit, limits } }),
      tokenAccess: { mode, identify: tokens?.identify ?? identifyWithoutKeys, audit, limits },
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
