import type { Bus, BusErasure } from '@agent-mem/messaging';
import type { StoredMessage, SubscriptionQueue, SubscriptionTable } from '@agent-mem/messaging/internal';
import type { EmbeddedFile } from '../file/index.ts';
import type { Deliveries } from './deliveries.ts';
import type { DeliveryRow, MessageTable } from './message-table.ts';

/** What of the bus is erased. */
export interface ErasedBus {
  readonly file: EmbeddedFile;
  readonly table: MessageTable;
  /** Of the topics that are not persistent. */
  readonly memory: Bus;
  readonly subscriptions: SubscriptionTable<DeliveryRow>;
  /** Ids of the subscriptions' rows. */
  readonly ids: Map<SubscriptionQueue<DeliveryRow>, number>;
  readonly deliveries: Deliveries;
  checkOpen(): void;
  /** Writes what was acknowledged. */
  flush(): Promise<void>;
  /** Counts a write as activity until it is over. */
  track<Result>(write: Promise<Result>): Promise<Result>;
}

/** Takes messages, and subscriptions, out of the embedded file. */
export function erasureOf({
  file,
  table,
  memory,
  subscriptions,
  ids,
  deliveries,
  checkOpen,
  flush,
  track,
}: ErasedBus): BusErasure {
  return {
    async purge(isMeant) {
      checkOpen();
      await flush();
      let purged = (await memory.erasure?.purge(isMeant)) ?? 0;
      for (const queue of subscriptions.all()) {
        const waiting = queue.waiting();
        const messages = deliveries.messages(waiting);
        const meant = waiting.filter((_, index) => isMeant(messages[index] as StoredMessage));
        const dropped = queue.remove(new Set(meant.map(({ sequence }) => sequence)));
        if (dropped.length === 0) continue;
        try {
          await track(deliveries.delete(dropped));
        } catch (error) {
          for (const item of dropped) queue.offer(item);
          throw error;
        }
        purged += dropped.length;
      }
      return purged;
    },
    async forget(topic, name) {
      checkOpen();
      const queue = subscriptions.remove(topic, name);
      const id = queue && ids.get(queue);
      if (!queue || id === undefined) return;
      ids.delete(queue);
      await track(deliveries.delete(queue.waiting(), (transaction) => table.deleteSubscription(transaction, id)));
    },
    scrub: () => file.scrub(),
  };
}
