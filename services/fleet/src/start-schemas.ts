import { OperationError } from '@agent-mem/contract';
import { applySchemas, schemaModes } from '@agent-mem/pulsar';
import type { Logger } from '@agent-mem/service-kit';
import type { FleetConfig } from './config.ts';
import { pulsarAdminOf } from './pulsar.ts';
import { StartFailed } from './refusal.ts';
import type { Crew } from './services.ts';

/**
 * Brings the schemas of the hosted topics and the broker's together, as SCHEMAS says; does nothing on another bus than Pulsar. Safe to repeat, also after
 * a reconnect. Throws `StartFailed`, showing both, where they do not fit. With `register`, a broker that cannot be asked is logged and no more: messages
 * are checked against the contract on this side in any case, and `init` may have registered them.
 */
export async function startSchemas(config: FleetConfig, crew: Crew, log: Logger): Promise<void> {
  const mode = schemaModes.find((known) => known === config.SCHEMAS);
  const admin = pulsarAdminOf(config);
  if (!mode || !admin) return;
  const services = crew.services.map(({ name }) => name);
  try {
    await applySchemas(admin, { mode, tenant: config.PULSAR_TENANT, services });
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    if (mode === 'verify' || error.type === 'failed-precondition') {
      throw new StartFailed(error.message, { cause: error });
    }
    log.warn({ error: error.message }, 'the schemas are not registered');
  }
}
