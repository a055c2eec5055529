import type { Bus, BusErasure } from '@agent-mem/messaging';
import type { StoredMessage, SubscriptionQueue, SubscriptionTable, Waiting } from '@agent-mem/messaging/internal';
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
  /** Writes what was acknowledged, and waits for what is being written, such as a dead letter. */
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
      const meantOf = (items: readonly Waiting<DeliveryRow>[]) => {
        const messages = deliveries.messages(items);
        return items.filter((_, index) => isMeant(messages[index] as StoredMessage));
      };
      let purged = (await memory.erasure?.purge(isMeant)) ?? 0;
      for (const queue of subscriptions.all()) {
        for (const item of meantOf(queue.underWay())) item.erased = true;
        const meant = meantOf(queue.waiting());
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
      try {
        await track(deliveries.delete(queue.waiting(), (transaction) => table.deleteSubscription(transaction, id)));
      } catch (error) {
        // Its row is still there: a second call must find it.
        subscriptions.add(queue);
        ids.set(queue, id);
        throw error;
      }
    },
    scrub: () => file.scrub(),
  };
}
