import { type FleetOptions, type Memory, openMemory as openFleetMemory } from '@agent-mem/client';
import type { MemoryOptions } from './open-here.ts';
import { refuseOlderNode } from './refuse-older-node.ts';

/**
 * Opens memory in this process without listening on any port, or with a `url` memory to a fleet. Warnings and errors of this process go to
 * standard error; LOG_LEVEL says what more.
 */
export async function openMemory(options: MemoryOptions | FleetOptions = {}): Promise<Memory> {
  if ('url' in options) return openFleetMemory(options);
  refuseOlderNode(process.versions.node);
  // An older Node cannot load it.
  const { openHere } = await import('./open-here.ts');
  return openHere(options);
}
