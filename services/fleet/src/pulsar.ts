import { adminUrlOf, createPulsarAdmin, type PlannedService, type PulsarAdmin } from '@agent-mem/pulsar';
import type { FleetConfig } from './config.ts';
import { UsedWrongly } from './refusal.ts';
import type { Crew } from './services.ts';

/** The admin REST of the configured bus; `null` where that is no Pulsar. Throws `UsedWrongly` for a malformed PULSAR_ADMIN_URL. */
export function pulsarAdminOf({ BUS_URL, PULSAR_ADMIN_URL, PULSAR_TOKEN: token }: FleetConfig): PulsarAdmin | null {
  if (PULSAR_ADMIN_URL !== '' && !/^https?:\/\//.test(PULSAR_ADMIN_URL)) {
    throw new UsedWrongly('PULSAR_ADMIN_URL must start with http:// or https://');
  }
  const url = PULSAR_ADMIN_URL === '' ? adminUrlOf(BUS_URL) : PULSAR_ADMIN_URL;
  return url === null ? null : createPulsarAdmin({ url, ...(token === '' ? {} : { token }) });
}

/** Services as a plan for Pulsar needs them. */
export function plannedServices(crew: Crew): readonly PlannedService[] {
  return crew.services.map(({ name, events }) => ({ name, listens: events !== undefined }));
}
