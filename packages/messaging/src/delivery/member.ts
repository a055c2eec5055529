import { type Clock, OperationError } from '@agent-mem/contract';
import { defaultMaxAttempts, type Handle, type SubscriptionOptions } from '../bus.ts';
import type { Waiting } from './pending-queue.ts';

/** How long a handler may take to stop after its signal was aborted, before it is left alone. */
const abortGraceMs = 1_000;

/** One who works on a subscription, with what it has under way. */
export class Member {
  readonly handle: Handle;
  readonly options: Required<Omit<SubscriptionOptions, 'name' | 'type'>>;
  readonly #abort = new AbortController();
  /** Deliveries under way, each with what gives it back when the drain is over. */
  readonly #running = new Map<Waiting, () => void>();
  #reserved = 0;
  #endings: (() => void)[] = [];

  constructor(options: SubscriptionOptions, handle: Handle) {
    this.handle = handle;
    this.options = {
      concurrency: options.concurrency ?? 16,
      maxAttempts: options.maxAttempts ?? defaultMaxAttempts,
      backoff: options.backoff ?? { minMs: 100, maxMs: 30_000 },
      drainMs: options.drainMs ?? 10_000,
    };
  }

  /** Aborted when its drain is over. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Deliveries under way, or about to be. */
  get reserved(): number {
    return this.#reserved;
  }

  reserve(): void {
    this.#reserved += 1;
  }

  begin(item: Waiting, giveBack: () => void): void {
    this.#running.set(item, giveBack);
  }

  free(item: Waiting): void {
    this.#running.delete(item);
    this.#reserved -= 1;
  }

  /** A delivery has ended, and what becomes of it is settled. */
  ended(): void {
    const waiting = this.#endings;
    this.#endings = [];
    for (const resolve of waiting) resolve();
  }

  /** Waits for the handlers that run. After the drain it aborts those that still run, and gives back the messages of those that do not stop. */
  async drain(clock: Clock): Promise<void> {
    if (await this.#drained(this.options.drainMs, clock)) return;
    this.#abort.abort(new OperationError('unavailable', 'The subscription is closed'));
    if (await this.#drained(abortGraceMs, clock)) return;
    for (const giveBack of [...this.#running.values()]) giveBack();
  }

  /** Whether its deliveries have ended within so many milliseconds. */
  async #drained(withinMs: number, clock: Clock): Promise<boolean> {
    if (this.#reserved === 0) return true;
    const over = new AbortController();
    let timedOut = false;
    const late = clock.sleep(withinMs, over.signal).then(
      () => {
        timedOut = true;
      },
      () => {},
    );
    while (this.#reserved > 0 && !timedOut) {
      await Promise.race([late, new Promise<void>((resolve) => this.#endings.push(resolve))]);
    }
    over.abort();
    return this.#reserved === 0;
  }
}
