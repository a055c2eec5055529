import { OperationError } from '@agent-mem/contract';
import type { Reply } from './request.ts';

/**
 * The replies to one request: of a stream its frames, in order by `sequence`, each once, however they come; else the one reply.
 * Ends after the last, or with the error that came instead.
 */
export class ReplyFrames implements AsyncIterable<Reply> {
  readonly #closed: () => void;
  /** Frames that came before those they follow; made for the few answers that have any. */
  #early: Map<number, Reply> | null = null;
  /** Replies and notices that came, those that came before included. */
  received = 0;
  /** A process says that it works on the request. */
  isTaken = false;
  #ready: Reply[] = [];
  #next = 0;
  #isOver = false;
  #error: unknown = null;
  #wake: () => void = () => {};

  constructor(closed: () => void) {
    this.#closed = closed;
  }

  /** A process works on the request, and says so again and again. */
  taken(): void {
    this.received += 1;
    this.isTaken = true;
  }

  add(reply: Reply): void {
    this.received += 1;
    if (this.#isOver) return;
    const { sequence, end } = reply;
    if (typeof sequence !== 'number') {
      this.#take(reply, true);
    } else if (sequence < this.#next) {
      // A repeated request whose first answer is stored gets its last frame alone, numbered from 0.
      if (end === true) this.#take(reply, true);
    } else {
      this.#early ??= new Map();
      this.#early.set(sequence, reply);
      for (let frame = this.#early.get(this.#next); frame; frame = this.#early.get(this.#next)) {
        this.#early.delete(this.#next);
        this.#next += 1;
        this.#take(frame, frame.end === true);
      }
    }
    this.#wake();
  }

  /** Ends with an error, after the frames that are here already. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#error = error;
    this.#wake();
  }

  /** Nobody reads on. */
  close(): void {
    this.#isOver = true;
    this.#closed();
  }

  /** The last of them, without the way through the others. For who does not iterate. */
  async last(): Promise<Reply | undefined> {
    while (!this.#isOver) await this.#changed();
    if (this.#error) throw this.#error;
    return this.#ready.at(-1);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Reply> {
    for (;;) {
      const frames = this.#ready;
      this.#ready = [];
      yield* frames;
      if (this.#ready.length > 0) continue;
      if (this.#error) throw this.#error;
      if (this.#isOver) return;
      await this.#changed();
    }
  }

  #changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #take(reply: Reply, last: boolean): void {
    if (this.#isOver) return;
    if (reply.error) {
      this.#error = OperationError.fromWire(reply.error);
      this.#isOver = true;
      return;
    }
    this.#ready.push(reply);
    if (last) this.#isOver = true;
  }
}
