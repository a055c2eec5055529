import { type Clock, OperationError } from '@agent-mem/contract';

/** A message on its way to the broker. */
export interface Sending<Message> {
  readonly id: string;
  readonly message: Message;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Ends it, once; later calls change nothing. `null`: the broker has it. */
  readonly end: (error: OperationError | null) => void;
}

/** What a producer says of its sendings. */
export interface SendingsOptions {
  readonly clock: Clock;
  /** A message without a receipt for so long is given up, in milliseconds; asked again at each look. */
  readonly giveUpMs: () => number;
  /** Why one is given up. */
  readonly late: () => OperationError;
  /** There may be something to send, and room for it. */
  readonly send: () => void;
  /** One has ended. */
  readonly ended: () => void;
}

/** Most messages of one producer whose receipt has not come: the broker's own queue holds 1,000, as that of the native client, which refuses the next one. */
export const mostInFlight = 500;
const mostWaiting = 10_000;
const lookEveryMs = 1_000;

/** The messages of one producer: those that wait to be sent, and those whose receipt has not come; both the oldest first. */
export class Sendings<Message> {
  readonly #options: SendingsOptions;
  readonly #inFlight = new Map<string, Sending<Message>>();
  #waiting = new Map<string, Sending<Message>>();
  #sequence = 0;
  #watching = false;
  #onEmpty = () => {};

  constructor(options: SendingsOptions) {
    this.#options = options;
  }

  get busy(): boolean {
    return this.#inFlight.size + this.#waiting.size > 0;
  }

  get isInFlight(): boolean {
    return this.#inFlight.size > 0;
  }

  /** One that is in flight. */
  inFlight(id: string): Sending<Message> | undefined {
    return this.#inFlight.get(id);
  }

  /** Adds the message that `make` makes, and resolves when the broker has it. Rejects with `resource-exhausted` where too many wait, and when it is given up or cancelled. */
  async add(make: (id: string, now: number) => Message, signal: AbortSignal | undefined): Promise<void> {
    const now = this.#options.clock.now();
    this.#sequence += 1;
    const id = String(this.#sequence);
    const message = make(id, now);
    if (this.#waiting.size >= mostWaiting)
      throw new OperationError('resource-exhausted', `${mostWaiting} messages wait for Pulsar already`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = (error: OperationError | null) => {
      if (!this.#waiting.delete(id) && !this.#inFlight.delete(id)) return;
      if (error) reject(error);
      else resolve();
      this.#options.send();
      if (!this.busy) this.#onEmpty();
      this.#options.ended();
    };
    const cancel = () => end(new OperationError('cancelled', 'Cancelled before the message was stored'));
    signal?.addEventListener('abort', cancel, { once: true });
    this.#waiting.set(id, { id, message, startedAt: now, end });
    this.#options.send();
    if (!this.#watching) void this.#watch();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /** Those that may be sent now, which are in flight from then on. */
  *taken(): Generator<Sending<Message>, void> {
    for (const [id, sending] of this.#waiting) {
      if (this.#inFlight.size >= mostInFlight) return;
      this.#waiting.delete(id);
      this.#inFlight.set(id, sending);
      yield sending;
    }
  }

  /** Has what is in flight wait again, before the others. */
  putBack(): void {
    this.#waiting = new Map([...this.#inFlight, ...this.#waiting]);
    this.#inFlight.clear();
  }

  endAll(error: OperationError): void {
    // Those that wait first: none takes the room of one that has ended.
    for (const { end } of [...this.#waiting.values(), ...this.#inFlight.values()]) end(error);
  }

  /** Resolves when every one has ended. */
  async empty(): Promise<void> {
    if (!this.busy) return;
    await new Promise<void>((resolve) => {
      this.#onEmpty = resolve;
    });
  }

  /** Gives up what has waited too long. */
  async #watch(): Promise<void> {
    const { clock, giveUpMs, late } = this.#options;
    this.#watching = true;
    while (this.busy) {
      await clock.sleep(Math.min(lookEveryMs, giveUpMs()));
      const latest = clock.now() - giveUpMs();
      for (const { startedAt, end } of [...this.#inFlight.values(), ...this.#waiting.values()]) {
        if (startedAt > latest) break;
        end(late());
      }
    }
    this.#watching = false;
  }
}
