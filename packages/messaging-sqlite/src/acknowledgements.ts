import type { Waiting } from '@agent-mem/messaging/internal';
import type { EmbeddedFile } from '@agent-mem/sqlite';
import type { DeliveryRow, MessageTable } from './message-table.ts';

interface Acknowledged {
  readonly item: Waiting<DeliveryRow>;
  /** No subscription waits for the message any more. */
  readonly last: boolean;
}

/** Deletes what was acknowledged, everything of one turn in one go. What a crash keeps from the disk is delivered again. */
export class Acknowledgements {
  readonly #file: EmbeddedFile;
  readonly #table: MessageTable;
  #waiting: Acknowledged[] = [];
  #writing: Promise<void> | null = null;

  constructor(file: EmbeddedFile, table: MessageTable) {
    this.#file = file;
    this.#table = table;
  }

  /** Resolves when the batch it is in was written. */
  add(item: Waiting<DeliveryRow>): Promise<void> {
    item.content.message.deliveries -= 1;
    this.#waiting.push({ item, last: item.content.message.deliveries === 0 });
    this.#writing ??= this.#write();
    return this.#writing;
  }

  async #write(): Promise<void> {
    let batch: Acknowledged[] = [];
    try {
      await this.#file.write((transaction) => {
        batch = this.#waiting;
        this.#waiting = [];
        this.#writing = null;
        for (const { item, last } of batch) {
          this.#table.deleteDelivery(transaction, item);
          if (last) this.#table.deleteMessage(transaction, item.sequence);
        }
      });
    } catch {
      // The disk is full, say: they go with the next batch, or come again at the next start.
      this.#writing = null;
      this.#waiting.unshift(...batch);
    }
  }
}
