import type { FleetAddress } from './http/fleet-address.ts';
import { fleetConnection } from './http/fleet-connection.ts';
import type { Memory, MemoryScope } from './memory.ts';
import { memoryOver } from './memory-over.ts';

/** Where the fleet is, who calls it, and whose memory it is. */
export interface FleetOptions extends FleetAddress, MemoryScope {}

/** Opens memory to a fleet. Nothing is sent before the first call. */
export async function openMemory(options: FleetOptions): Promise<Memory> {
  const connection = fleetConnection(options);
  return {
    ...memoryOver(connection, options),
    async [Symbol.asyncDispose]() {
      connection.close();
    },
  };
}
