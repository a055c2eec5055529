/** Longest that requests are begun before the event loop looks for connections and data, in milliseconds. */
const sliceMs = 8;

/** Begins requests scope by scope: who asks much waits behind nobody but itself. */
export interface Turns {
  /** Resolves when a request of this scope may begin: at once while the process has time. */
  take(scope: string): Promise<void>;
  /** A connection has come, and others may wait behind it: the kernel hands over one a round, so this round begins one request at most. */
  connected(): void;
}

/** What the turns go by; a test turns it. */
export interface TurnsOptions {
  /** Milliseconds that only grow. */
  now(): number;
  /** Calls back in the next round of the event loop, after what has come was looked at. */
  nextRound(go: () => Promise<void>): void;
}

/** Gives turns. In one round of the event loop requests begin for some milliseconds; the others wait, and later rounds begin one of each scope in turn. */
export function createTurns({ now, nextRound }: TurnsOptions): Turns {
  /** In the order of their next turns. */
  const waiting = new Map<string, (() => void)[]>();
  /** When this round was first looked at; `null`: nothing has come since the one before. */
  let began: number | null = null;
  let isHurried = false;

  function open(): number {
    if (began !== null) return began;
    nextRound(round);
    began = now();
    return began;
  }

  /** The request whose turn it is, if one waits. */
  function first(): (() => void) | undefined {
    const [next] = waiting;
    if (!next) return undefined;
    const [scope, queue] = next;
    const begin = queue.shift();
    waiting.delete(scope);
    if (queue.length > 0) waiting.set(scope, queue);
    return begin;
  }

  async function round(): Promise<void> {
    const until = now() + (isHurried ? 0 : sliceMs);
    isHurried = false;
    began = null;
    if (waiting.size === 0) return;
    open();
    do {
      first()?.();
      // Behind all that the request does before it waits for something itself.
      await new Promise<void>((resolve) => process.nextTick(resolve));
    } while (waiting.size > 0 && now() < until);
  }

  return {
    async take(scope) {
      const since = open();
      if (waiting.size === 0 && !isHurried && now() - since < sliceMs) return;
      await new Promise<void>((resolve) => {
        const queue = waiting.get(scope);
        if (queue) queue.push(resolve);
        else waiting.set(scope, [resolve]);
      });
    },
    connected() {
      isHurried = true;
      open();
    },
  };
}
