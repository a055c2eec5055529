import { adminUrlOf, createPulsarAdmin, type PlannedService, type PulsarAdmin } from '@agent-mem/pulsar';
import type { FleetConfig } from './config.ts';
import { UsedWrongly } from './refusal.ts';
import type { Crew } from './services.ts';

/** Where the admin REST is; `null` where the variables name no Pulsar. Throws `UsedWrongly` for a malformed PULSAR_ADMIN_URL. */
export function pulsarAdminUrlOf({ BUS_URL, PULSAR_ADMIN_URL }: FleetConfig): string | null {
  if (PULSAR_ADMIN_URL === '') return adminUrlOf(BUS_URL);
  if (!/^https?:\/\//.test(PULSAR_ADMIN_URL)) throw new UsedWrongly('PULSAR_ADMIN_URL must start with http:// or https://');
  return PULSAR_ADMIN_URL;
}

/** The admin REST with the configured token; `null` where the variables name no Pulsar. Throws `UsedWrongly` likewise. */
export function pulsarAdminOf(config: FleetConfig, signal?: AbortSignal): PulsarAdmin | null {
  const url = pulsarAdminUrlOf(config);
  const { PULSAR_TOKEN: token } = config;
  return url === null ? null : createPulsarAdmin({ url, token, signal });
}

/** Services as a plan for Pulsar needs them. */
export function plannedServices(crew: Crew): readonly PlannedService[] {
  return crew.services.map(({ name, events }) => ({ name, listens: events !== undefined }));
}
