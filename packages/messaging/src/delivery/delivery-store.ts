import type { Waiting } from './pending-queue.ts';

/** A message as its publisher gave it, with what the bus added. */
export interface StoredMessage {
  readonly id: string;
  readonly payload: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly key: string | null;
  readonly publishedAt: number;
  /** Why nobody may handle it: it is not what was published. It becomes a dead letter. */
  readonly unreadable?: string;
}

/** Where a subscription's progress is stored: memory forgets it with the process, the embedded file does not. */
export interface DeliveryStore<Content> {
  /** The messages of these deliveries, in the same order, once their attempts are recorded. */
  take(items: readonly Waiting<Content>[]): readonly StoredMessage[] | Promise<readonly StoredMessage[]>;
  acknowledge(item: Waiting<Content>): void;
  /** Its attempt and the time it waits for have changed. */
  postpone(item: Waiting<Content>): void;
  deadLetter(item: Waiting<Content>, message: StoredMessage, reason: string): void;
}
