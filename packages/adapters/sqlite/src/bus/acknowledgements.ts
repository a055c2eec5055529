import type { Clock } from '@agent-mem/contract';
import type { Waiting } from '@agent-mem/messaging/internal';
import type { EmbeddedFile } from '../file/index.ts';
import type { DeliveryRow, MessageTable } from './message-table.ts';

interface Acknowledged {
  readonly item: Waiting<DeliveryRow>;
  /** No subscription waits for the message any more. */
  readonly last: boolean;
}

/** How long an acknowledgement may wait for a publish to share its commit with. */
const longestWaitMs = 20;
/** So many are written without waiting. */
const fullBatch = 256;

/** Deletes what was acknowledged, in batches: nobody waits for it. What a crash keeps from the disk is delivered again. */
export class Acknowledgements {
  readonly #file: EmbeddedFile;
  readonly #table: MessageTable;
  readonly #clock: Clock;
  #waiting: Acknowledged[] = [];
  #sleeping = false;

  constructor(file: EmbeddedFile, table: MessageTable, clock: Clock) {
    this.#file = file;
    this.#table = table;
    this.#clock = clock;
  }

  /** Some are not written yet. */
  get pending(): boolean {
    return this.#waiting.length > 0;
  }

  add(item: Waiting<DeliveryRow>): void {
    item.content.message.deliveries -= 1;
    this.#waiting.push({ item, last: item.content.message.deliveries === 0 });
    if (this.#waiting.length >= fullBatch) void this.flush();
    else if (!this.#sleeping) void this.#flushLater();
  }

  /** Writes what waits. In one turn with another write it costs nothing: they share a commit. A failed batch waits for the next flush. */
  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      await this.#file.writeDerived((transaction) => {
        for (const { item, last } of batch) {
          this.#table.deleteDelivery(transaction, item);
          if (last) this.#table.deleteMessage(transaction, item.sequence);
        }
      });
    } catch {
      this.#waiting.unshift(...batch);
    }
  }

  async #flushLater(): Promise<void> {
    this.#sleeping = true;
    await this.#clock.sleep(longestWaitMs);
    this.#sleeping = false;
    await this.flush();
  }
}
