import { Heap } from './heap.ts';

/** A message that one subscription has not dealt with yet. `Content` is whatever finds the message again. */
export interface Waiting<Content = unknown> {
  /** Place in the order of publishing. */
  readonly sequence: number;
  readonly key: string | null;
  readonly content: Content;
  /** Number of the next delivery, from 1. */
  attempt: number;
  /** Milliseconds since 1970 before which it is not delivered. */
  visibleAt: number;
  /** How often it was put off since its last attempt that counted. Absent: not once. */
  putOff?: number;
  /** Erased while it was under way: it does not come again, and becomes no dead letter, however its handler ends. */
  erased?: boolean;
  /** It was under way when an earlier process ended, perhaps by its doing: it is delivered with no other beside it. */
  readonly suspect?: boolean;
}

/** Messages of one key; of no key, all the others. */
interface KeyQueue<Content> {
  readonly key: string | null;
  items: Heap<Waiting<Content>>;
  /** One of its messages is being handled, so that the next one must wait. */
  busy: boolean;
}

const bySequence = (left: Waiting, right: Waiting) => left.sequence - right.sequence;
const byTime = (left: Waiting, right: Waiting) => left.visibleAt - right.visibleAt || left.sequence - right.sequence;

/**
 * Which message of a subscription comes next. Keys take turns, so that a busy one does not starve the others;
 * within a key the oldest comes first and alone. A message that waits for its time (after a failure, or delayed) holds nobody back.
 */
export class PendingQueue<Content> {
  #ordered = false;
  #queues = new Map<string | null, KeyQueue<Content>>();
  #ready = new Set<KeyQueue<Content>>();
  #later = new Heap<Waiting<Content>>(byTime);
  #size = 0;

  /** Messages that wait, those for a later time included. */
  get size(): number {
    return this.#size;
  }

  /** When the next message that waits for its time may be delivered. */
  get nextTime(): number | null {
    return this.#later.peek()?.visibleAt ?? null;
  }

  /** When the message fell due that waits longest, or the first one will; `null`: none waits. */
  get earliestTime(): number | null {
    let earliest = this.nextTime ?? Number.POSITIVE_INFINITY;
    for (const { items } of this.#queues.values())
      for (const { visibleAt } of items.values()) earliest = Math.min(earliest, visibleAt);
    return this.#size === 0 ? null : earliest;
  }

  /** Whether keys keep their order. Call it only while nothing is taken. */
  setOrdered(ordered: boolean): void {
    if (ordered === this.#ordered) return;
    this.#ordered = ordered;
    const queues = this.#queues;
    this.#queues = new Map();
    this.#ready = new Set();
    for (const queue of queues.values()) {
      for (let item = queue.items.pop(); item; item = queue.items.pop()) this.#enter(item);
    }
  }

  add(item: Waiting<Content>, now: number): void {
    this.#size += 1;
    if (item.visibleAt > now) this.#later.push(item);
    else this.#enter(item);
  }

  /** The next message that may be delivered now. Give it back with `release`. */
  take(now: number): Waiting<Content> | null {
    for (let due = this.#later.peek(); due && due.visibleAt <= now; due = this.#later.peek()) {
      this.#later.pop();
      this.#enter(due);
    }
    const [queue] = this.#ready;
    const item = queue?.items.pop();
    if (!queue || !item) return null;
    this.#size -= 1;
    this.#ready.delete(queue);
    if (queue.key !== null) queue.busy = true;
    else if (queue.items.size > 0) this.#ready.add(queue);
    return item;
  }

  /** A message that was taken is done with, for now or for good: the next one of its key may come. */
  release(item: Waiting<Content>): void {
    const queue = this.#queues.get(this.#queueKey(item));
    if (!queue?.busy) return;
    queue.busy = false;
    if (queue.items.size > 0) this.#ready.add(queue);
    else this.#queues.delete(queue.key);
  }

  /** Everything that waits, oldest first. */
  waiting(): Waiting<Content>[] {
    const queues = [...this.#queues.values()].map(({ items }) => items.values());
    return [...queues, this.#later.values()].flat().sort(bySequence);
  }

  /** Takes these out for good; answers those that waited. */
  remove(sequences: ReadonlySet<number>): Waiting<Content>[] {
    const removed: Waiting<Content>[] = [];
    const without = (heap: Heap<Waiting<Content>>, compare: typeof bySequence) => {
      const rest = new Heap<Waiting<Content>>(compare);
      for (const item of heap.values()) {
        if (sequences.has(item.sequence)) removed.push(item);
        else rest.push(item);
      }
      return rest;
    };
    this.#later = without(this.#later, byTime);
    for (const queue of this.#queues.values()) {
      queue.items = without(queue.items, bySequence);
      if (queue.items.size > 0) continue;
      this.#ready.delete(queue);
      if (!queue.busy) this.#queues.delete(queue.key);
    }
    this.#size -= removed.length;
    return removed;
  }

  /** Forgets everything that waits. */
  clear(): void {
    this.#queues = new Map();
    this.#ready = new Set();
    this.#later = new Heap<Waiting<Content>>(byTime);
    this.#size = 0;
  }

  #queueKey(item: Waiting<Content>): string | null {
    return this.#ordered ? item.key : null;
  }

  #enter(item: Waiting<Content>): void {
    const key = this.#queueKey(item);
    const queue = this.#queues.get(key) ?? { key, items: new Heap<Waiting<Content>>(bySequence), busy: false };
    this.#queues.set(key, queue);
    queue.items.push(item);
    if (!queue.busy) this.#ready.add(queue);
  }
}
