import { type PurgePorts, type Purger, purge } from '@agent-mem/retention';
import type { Purge } from './context.ts';
import type { AnyService } from './service.ts';

/** The `Purge` of a service. */
export function createPurge(purger: Purger, ports: PurgePorts): Purge {
  return (asked, request) => purge(purger, request, asked, ports);
}

/** A service erases its own kinds; the one that owns the marks of purges erases all. */
export function purgerOf({ name, owns }: Pick<AnyService, 'name' | 'owns'>): Purger {
  return { name, kinds: owns.includes('PurgeMark') ? null : owns.filter((kind) => kind !== 'Guard') };
}
