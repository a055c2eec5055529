import { startFleet } from '@agent-mem/testing';
import type { CompactingFleet } from './measure.ts';

/** One process, one file. */
export async function embeddedFleet(): Promise<CompactingFleet> {
  const fleet = await startFleet({
    bus: 'sqlite',
    services: ['graph', 'conversations'],
    environment: { ENABLE_ENTITIES: 'false' },
  });
  return {
    call: fleet.caller.call,
    settled: () => fleet.settled(),
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}
