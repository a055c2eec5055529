import type { StoredMessage, Waiting } from '@agent-mem/messaging/internal';
import type { EmbeddedFile, Transaction } from '../file/index.ts';
import type { DeliveryRow, MessageTable } from './message-table.ts';

/** The rows of deliveries: what they carry, how their attempts are counted, and how they end. */
export class Deliveries {
  readonly #file: EmbeddedFile;
  readonly #table: MessageTable;

  constructor(file: EmbeddedFile, table: MessageTable) {
    this.#file = file;
    this.#table = table;
  }

  messages(items: readonly Waiting<DeliveryRow>[]): StoredMessage[] {
    return this.#file.read((reading) => items.map((item) => this.#table.message(reading, item)));
  }

  /** Records that what an earlier process left is delivered once more, before it is: a message that ends the process must not come for ever. */
  async count(items: readonly Waiting<DeliveryRow>[]): Promise<void> {
    const uncounted = items.filter((item) => !item.content.counted);
    await this.#file.write((transaction) => {
      for (const item of uncounted) this.#table.update(transaction, item, item.attempt + 1, item.visibleAt);
    });
    for (const item of uncounted) {
      item.attempt += 1;
      item.content.counted = true;
    }
  }

  /** Deletes deliveries, and the messages for which no other subscription waits, in one commit with what goes with it. */
  async delete(items: readonly Waiting<DeliveryRow>[], alongside: (transaction: Transaction) => void = () => {}): Promise<void> {
    for (const { content } of items) content.message.deliveries -= 1;
    try {
      await this.#file.write((transaction) => {
        alongside(transaction);
        for (const item of items) {
          this.#table.deleteDelivery(transaction, item);
          if (item.content.message.deliveries === 0) this.#table.deleteMessage(transaction, item.sequence);
        }
      });
    } catch (error) {
      for (const { content } of items) content.message.deliveries += 1;
      throw error;
    }
  }
}
