import { type Clock, OperationError } from '@agent-mem/contract';
import { applySchemas, schemaModes } from '@agent-mem/pulsar';
import type { Logger } from '@agent-mem/runtime';
import { pulsarAdminFor } from '../adapters/pulsar.ts';
import type { FleetConfig } from '../config.ts';
import { StartFailed } from '../refusal.ts';
import type { HostedServices } from '../services.ts';

/** Brings the schemas of the hosted topics and those of the broker together, as SCHEMAS says; on another bus than Pulsar there is nothing to do. */
export interface SchemaSync {
  /**
   * Throws `StartFailed`, showing both, where they do not fit. A broker that cannot be asked is an error that is retryable with `verify`; with `register` it is
   * logged and no more: messages are checked against the contract on this side in any case, and `init` may have registered them.
   */
  start(): Promise<void>;
  /** Does the same in the background, soon, since a broker that was away may have lost them. Failures go to the log. */
  again(): void;
}

/** Every connection of a process comes back by itself, about when the others do. */
const gatheringMs = 1_000;

/** `signal` ends what runs in the background. */
export function schemaSync(
  config: FleetConfig,
  hosted: HostedServices,
  { clock, log, signal }: { readonly clock: Clock; readonly log: Logger; readonly signal: AbortSignal },
): SchemaSync {
  const mode = schemaModes.find((known) => known === config.SCHEMAS) ?? 'off';
  const admin = pulsarAdminFor(config, signal);
  const services = hosted.services.map(({ name }) => name);
  let isRunning = false;

  async function start(): Promise<void> {
    if (!admin) return;
    try {
      await applySchemas(admin, { mode, tenant: config.PULSAR_TENANT, services });
    } catch (error) {
      if (!(error instanceof OperationError)) throw error;
      if (mode === 'verify' && error.retryable) throw error;
      if (mode === 'verify' || error.type === 'failed-precondition') throw new StartFailed(error.message, { cause: error });
      log.warn({ reason: error.message }, 'The schemas are not registered');
    }
  }

  async function gathered(): Promise<void> {
    try {
      await clock.sleep(gatheringMs, signal);
      await start();
    } catch (error) {
      if (!signal.aborted) log.error({ reason: (error as Error).message }, 'The schemas do not fit those of the broker');
    } finally {
      isRunning = false;
    }
  }

  return {
    start,
    again() {
      if (!admin || mode === 'off' || isRunning) return;
      isRunning = true;
      void gathered();
    },
  };
}
