import { type Topic, topicUrl, uuidV7 } from '@agent-mem/contract';
import type { OutgoingMessage } from '@agent-mem/messaging';
import type { StoredMessage, Waiting } from '@agent-mem/messaging/internal';
import { checksumOf, DamagedRow, type EmbeddedFile, type Row, type Transaction, verifyRow } from '../file/index.ts';
import { messagesTable, migrations } from './schema.ts';

/** How a delivery that waits in memory finds its rows. */
export interface DeliveryRow {
  readonly subscription: number;
  /** Shared by the deliveries of one message: the last one to be acknowledged takes the message with it. */
  readonly message: { readonly sequence: number; deliveries: number };
  /** Its next attempt is recorded. Not so what an earlier process left, since that process may have begun it. */
  counted: boolean;
}

type Reading = Pick<Transaction, 'statement'>;

/** The bus's rows in the embedded file. Each function runs inside a transaction of its caller's. */
export class MessageTable {
  /** Ids of messages never meet those of another file: effects are remembered by them. */
  readonly #identity: string;

  private constructor(identity: string) {
    this.#identity = identity;
  }

  /** Makes the tables fit for use: an identity, and nothing left over of a failed write. */
  static async open(file: EmbeddedFile): Promise<MessageTable> {
    file.migrate('messaging', migrations);
    file.protect(messagesTable);
    const identity = await file.write(({ statement }) => {
      statement('INSERT INTO bus_identity (id) SELECT ? WHERE NOT EXISTS (SELECT 1 FROM bus_identity)').run(uuidV7());
      statement('DELETE FROM bus_messages WHERE sequence NOT IN (SELECT sequence FROM bus_deliveries)').run();
      statement('DELETE FROM bus_deliveries WHERE sequence NOT IN (SELECT sequence FROM bus_messages)').run();
      return String(statement('SELECT id FROM bus_identity').get()?.id);
    });
    return new MessageTable(identity);
  }

  subscriptions(reading: Reading): { id: number; topic: string; name: string }[] {
    const rows = reading.statement('SELECT id, topic, name FROM bus_subscriptions').all();
    // The table is STRICT, so its columns hold what they are declared to.
    return rows as unknown as { id: number; topic: string; name: string }[];
  }

  /** The id of a subscription, made if it is not there. */
  subscriptionId({ statement }: Transaction, topic: Topic, name: string): number {
    const insert = 'INSERT INTO bus_subscriptions (topic, name) VALUES (?, ?) ON CONFLICT DO UPDATE SET name = name RETURNING id';
    return Number(statement(insert).get(topicUrl(topic), name)?.id);
  }

  /** Deletes a subscription, and what was written for it meanwhile. The next start takes out messages that nobody waits for. */
  deleteSubscription({ statement }: Transaction, id: number): void {
    statement('DELETE FROM bus_deliveries WHERE subscription = ?').run(id);
    statement('DELETE FROM bus_subscriptions WHERE id = ?').run(id);
  }

  /** Writes a message and its deliveries; answers them in the order of the subscriptions. */
  insert(
    { statement }: Transaction,
    subscriptions: readonly number[],
    message: OutgoingMessage,
    now: number,
  ): Waiting<DeliveryRow>[] {
    const key = message.key ?? null;
    const properties = JSON.stringify(message.properties ?? {});
    const insertMessage =
      'INSERT INTO bus_messages (message_key, properties, published_at, payload, checksum) VALUES (?, ?, ?, ?, ?)';
    const values = [key, properties, Math.floor(now), message.payload];
    const sequence = Number(statement(insertMessage).run(...values, checksumOf(values)).lastInsertRowid);
    const visibleAt = now + (message.deliverAfterMs ?? 0);
    const insertDelivery = statement(
      'INSERT INTO bus_deliveries (subscription, sequence, attempt, visible_at) VALUES (?, ?, 1, ?)',
    );
    const shared = { sequence, deliveries: subscriptions.length };
    return subscriptions.map((subscription) => {
      insertDelivery.run(subscription, sequence, visibleAt);
      return { sequence, key, attempt: 1, visibleAt, content: { subscription, message: shared, counted: true } };
    });
  }

  /** Every delivery that an earlier process left, oldest first. */
  *waiting(reading: Reading): Generator<Waiting<DeliveryRow>> {
    const select = `SELECT subscription, sequence, attempt, visible_at, message_key
                    FROM bus_deliveries JOIN bus_messages USING (sequence) ORDER BY sequence`;
    const messages = new Map<number, DeliveryRow['message']>();
    for (const row of reading.statement(select).iterate()) {
      const sequence = Number(row.sequence);
      const message = messages.get(sequence) ?? { sequence, deliveries: 0 };
      message.deliveries += 1;
      messages.set(sequence, message);
      const key = row.message_key === null ? null : String(row.message_key);
      const content = { subscription: Number(row.subscription), message, counted: false };
      const attempt = Number(row.attempt);
      yield { sequence, key, attempt, visibleAt: Number(row.visible_at), content, suspect: attempt > 1 };
    }
  }

  message({ statement }: Reading, item: Waiting<DeliveryRow>): StoredMessage {
    const row = statement('SELECT * FROM bus_messages WHERE sequence = ?').get(item.sequence);
    if (!row) throw new Error(`Message ${item.sequence} is gone from the data file`);
    const unreadable = damageOf(row);
    return {
      id: `${this.#identity}-${item.sequence}`,
      payload: String(row.payload),
      properties: unreadable === null ? (JSON.parse(String(row.properties)) as Record<string, string>) : {},
      key: item.key,
      publishedAt: Number(row.published_at),
      ...(unreadable === null ? {} : { unreadable }),
    };
  }

  /** The sequences of the messages with these ids; ids of other files have none. */
  sequences(ids: readonly string[]): ReadonlySet<number> {
    const prefix = `${this.#identity}-`;
    return new Set(ids.filter((id) => id.startsWith(prefix)).map((id) => Number(id.slice(prefix.length))));
  }

  update({ statement }: Transaction, { content, sequence }: Waiting<DeliveryRow>, attempt: number, visibleAt: number): void {
    const update = 'UPDATE bus_deliveries SET attempt = ?, visible_at = ? WHERE subscription = ? AND sequence = ?';
    statement(update).run(attempt, visibleAt, content.subscription, sequence);
  }

  deleteDelivery({ statement }: Transaction, { content, sequence }: Waiting<DeliveryRow>): void {
    statement('DELETE FROM bus_deliveries WHERE subscription = ? AND sequence = ?').run(content.subscription, sequence);
  }

  deleteMessage({ statement }: Transaction, sequence: number): void {
    statement('DELETE FROM bus_messages WHERE sequence = ?').run(sequence);
  }
}

/** Why a message must not be handled; `null`: it is what was written. */
function damageOf(row: Row): string | null {
  try {
    verifyRow(messagesTable, row);
    return null;
  } catch (error) {
    if (error instanceof DamagedRow) return `It is damaged in the data file: ${error.message}`;
    throw error;
  }
}
