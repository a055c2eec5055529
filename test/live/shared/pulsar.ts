import type { Pulsar } from '../pulsar/broker.ts';
import { askShared } from './ask.ts';

/** The run's broker, for files that neither end nor configure it: each makes tenants of its own. */
export type SharedPulsar = Pick<Pulsar, 'adminUrl' | 'webSocketUrl' | 'serviceUrl'>;

/** Resolves when it is healthy; the first file that asks starts it. */
export async function sharedPulsar(): Promise<SharedPulsar> {
  return (await askShared('GET', '/pulsar')) as SharedPulsar;
}
