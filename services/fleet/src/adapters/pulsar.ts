import { type PlannedService, type PulsarAdmin, pulsarAdminOf } from '@agent-mem/pulsar';
import type { FleetConfig } from '../config.ts';
import type { HostedServices } from '../services.ts';
import { misuse } from './misuse.ts';

/** The admin REST; `null` where the variables name no Pulsar. Throws `UsedWrongly` for what is malformed of how Pulsar is asked. */
export function pulsarAdminFor(config: FleetConfig, signal?: AbortSignal): PulsarAdmin | null {
  try {
    return pulsarAdminOf(config, signal);
  } catch (error) {
    return misuse()(error);
  }
}

/** Services as a plan for Pulsar needs them. */
export function plannedServices(hosted: HostedServices): readonly PlannedService[] {
  return hosted.services.map(({ name, events }) => ({ name, listens: events !== undefined }));
}
