import { randomUUID } from 'node:crypto';
import { pulsarInit } from '../../process/pulsar-init.ts';
import type { Pulsar } from '../pulsar/broker.ts';
import { askShared } from './ask.ts';

/** The run's broker, for files that neither end nor configure it: each makes tenants of its own. */
export type SharedPulsar = Pick<Pulsar, 'adminUrl' | 'webSocketUrl' | 'serviceUrl'>;

/** Resolves when it is healthy; the first file that asks starts it. */
export async function sharedPulsar(): Promise<SharedPulsar> {
  return (await askShared('GET', '/pulsar')) as SharedPulsar;
}

/** A tenant of the run's broker. */
export interface PulsarTenant extends SharedPulsar {
  readonly tenant: string;
  /** The variables by which a fleet uses it. */
  readonly environment: Readonly<Record<'BUS_URL' | 'PULSAR_TENANT', string>>;
}

/** A tenant that nobody has used, prepared by `init` with these variables beside its own: what an attempt that failed has left is in another. */
export async function newPulsarTenant(environment: Readonly<Record<string, string>> = {}): Promise<PulsarTenant> {
  const pulsar = await sharedPulsar();
  const tenant = `tests-${randomUUID()}`;
  const own = { BUS_URL: pulsar.webSocketUrl, PULSAR_TENANT: tenant };
  await pulsarInit(pulsar.webSocketUrl, { ...environment, ...own });
  return { ...pulsar, tenant, environment: own };
}
