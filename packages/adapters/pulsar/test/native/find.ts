import type { OperationError } from '@agent-mem/contract';
import type { Availability } from '../../../../../test/live/live.ts';
import { findPulsar } from '../../../../../test/live/pulsar/broker.ts';
import { loadPulsarClient } from '../../src/native/client/load-client.ts';

/** Why the native client cannot be loaded here; `null`: it can. Its native part is fetched by an install script, from a place that a machine may not reach. */
export const absence: OperationError | null = await loadPulsarClient().then(
  () => null,
  (error: OperationError) => error,
);

/** The broker's jars, where the native client is too. */
export function findBrokerAndClient(): Availability<string> {
  return absence ? { missing: absence.message, isOptional: true } : findPulsar();
}
