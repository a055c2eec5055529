import type { AccessMode } from '@agent-mem/access';
import type { FleetConfig } from '../config.ts';
import { isLoopback } from '../start/reachable-address.ts';

/** Whether callers are asked who they are. Where nothing was said, nobody is on an address that this machine alone reaches, and everybody is elsewhere. */
export function authMode({ AUTH, HOST }: Pick<FleetConfig, 'AUTH' | 'HOST'>): AccessMode {
  // One of the modes: it was checked when it was read.
  if (AUTH !== '') return AUTH as AccessMode;
  return isLoopback(HOST) ? 'off' : 'required';
}
