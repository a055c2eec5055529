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
  /** It was in hand when an earlier process ended, perhaps by its doing: it is delivered with no other beside it. */
  readonly suspect?: boolean;
}

/** Messages of one key; of no key, all the others. */
interface Lane<Content> {
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
export class WaitingLine<Content> {
  #ordered = false;
  #lanes = new Map<string | null, Lane<Content>>();
  #ready = new Set<Lane<Content>>();
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

  /** Whether keys keep their order. Call it only while nothing is taken. */
  setOrdered(ordered: boolean): void {
    if (ordered === this.#ordered) return;
    this.#ordered = ordered;
    const lanes = this.#lanes;
    this.#lanes = new Map();
    this.#ready = new Set();
    for (const lane of lanes.values()) {
      for (let item = lane.items.pop(); item; item = lane.items.pop()) this.#enter(item);
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
    const [lane] = this.#ready;
    const item = lane?.items.pop();
    if (!lane || !item) return null;
    this.#size -= 1;
    this.#ready.delete(lane);
    if (lane.key !== null) lane.busy = true;
    else if (lane.items.size > 0) this.#ready.add(lane);
    return item;
  }

  /** A message that was taken is done with, for now or for good: the next one of its key may come. */
  release(item: Waiting<Content>): void {
    const lane = this.#lanes.get(this.#laneKey(item));
    if (!lane?.busy) return;
    lane.busy = false;
    if (lane.items.size > 0) this.#ready.add(lane);
    else this.#lanes.delete(lane.key);
  }

  /** Everything that waits, oldest first. */
  waiting(): Waiting<Content>[] {
    const lanes = [...this.#lanes.values()].map(({ items }) => items.values());
    return [...lanes, this.#later.values()].flat().sort(bySequence);
  }

  /** Takes these out for good; answers those that waited. */
  remove(sequences: ReadonlySet<number>): Waiting<Content>[] {
    const removed: Waiting<Content>[] = [];
    const without = (heap: Heap<Waiting<Content>>, compare: typeof bySequence) => {
      const kept = new Heap<Waiting<Content>>(compare);
      for (const item of heap.values()) {
        if (sequences.has(item.sequence)) removed.push(item);
        else kept.push(item);
      }
      return kept;
    };
    this.#later = without(this.#later, byTime);
    for (const lane of this.#lanes.values()) {
      lane.items = without(lane.items, bySequence);
      if (lane.items.size > 0) continue;
      this.#ready.delete(lane);
      if (!lane.busy) this.#lanes.delete(lane.key);
    }
    this.#size -= removed.length;
    return removed;
  }

  /** Forgets everything that waits. */
  clear(): void {
    this.#lanes = new Map();
    this.#ready = new Set();
    this.#later = new Heap<Waiting<Content>>(byTime);
    this.#size = 0;
  }

  #laneKey(item: Waiting<Content>): string | null {
    return this.#ordered ? item.key : null;
  }

  #enter(item: Waiting<Content>): void {
    const key = this.#laneKey(item);
    const lane = this.#lanes.get(key) ?? { key, items: new Heap<Waiting<Content>>(bySequence), busy: false };
    this.#lanes.set(key, lane);
    lane.items.push(item);
    if (!lane.busy) this.#ready.add(lane);
  }
}
