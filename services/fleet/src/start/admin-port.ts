import type { FleetConfig } from '../config.ts';

const highestPort = 65_535;

/** The port for administrators: as it is set, else near that for HTTP, so that two processes on a machine have two of each. 0: any free one. */
export function adminPort({ ADMIN_PORT, HTTP_PORT }: Pick<FleetConfig, 'ADMIN_PORT' | 'HTTP_PORT'>): number {
  if (ADMIN_PORT !== null) return ADMIN_PORT;
  return HTTP_PORT === 0 || HTTP_PORT + 2 > highestPort ? 0 : HTTP_PORT + 2;
}
