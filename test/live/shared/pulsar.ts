import { inject } from 'vitest';
import type { Pulsar } from '../pulsar/broker.ts';
import type {} from './global-setup.ts';

/** The run's broker, for files that neither end nor configure it: each makes tenants of its own. */
export type SharedPulsar = Pick<Pulsar, 'adminUrl' | 'webSocketUrl' | 'serviceUrl'>;

/** Resolves when it is healthy; the first file that asks starts it. */
export async function sharedPulsar(): Promise<SharedPulsar> {
  const response = await fetch(`${inject('sharedServers')}/pulsar`);
  if (!response.ok) throw new Error(`The Pulsar of the run: ${await response.text()}`);
  return (await response.json()) as SharedPulsar;
}
