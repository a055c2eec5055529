import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '@agent-mem/contract';
import { createLogger } from '@agent-mem/runtime';
import { holdParts, relayGroup, startRelay } from '@agent-mem/service-kit';
import type { GraphMaintenance } from '@agent-mem/storage';

/** A relay of one process, ready to go. */
export interface Relaying extends AsyncDisposable {
  /** Begins to publish, and resolves with the number of its events when the whole outbox is empty. */
  go(): Promise<number>;
}

/** How long the bus takes to acknowledge an event. */
export const publishMs = 2;

/** Joins the relays of a graph, and resolves when this one has its share of so many. */
export async function joinRelays(graph: GraphMaintenance, owner: string, processes: number): Promise<Relaying> {
  const log = createLogger({ level: 'error' });
  const parts = holdParts({ graph, owner, groups: [relayGroup], clock: systemClock, log });
  for (;;) {
    using claimed = await parts.claim('publish', relayGroup, { limit: 1 });
    if (claimed.items.length > 0 && parts.holdsAll(relayGroup) === (processes === 1)) break;
    await wait(50);
  }
  let published = 0;
  return {
    async go() {
      const publish = async () => {
        await wait(publishMs);
        published += 1;
      };
      await using relay = startRelay({ graph, parts, publish, clock: systemClock, log });
      await relay.settled();
      return published;
    },
    [Symbol.asyncDispose]: () => parts[Symbol.asyncDispose](),
  };
}
