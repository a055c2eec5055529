/** Has what happens behind requests, events and what falls due, give way to them. */
export interface RequestsFirst {
  /** A request of this process is under way until this is disposed. */
  request(): Disposable;
  /** Resolves when the next event, or the next node that fell due, may begin: those that ask first come first, and each has a turn of the event loop of its own. */
  turn(): Promise<void>;
}

/** How work behind requests gives way. */
export interface GivingWay {
  /** Longest that it waits for requests to be over, in milliseconds: under load some request is always under way. */
  readonly mostMs: number;
  /** Above 0 to 1: what all of it may take of the time while a request is under way. */
  readonly share: number;
  /** Longest that a piece of work, however long it was, holds back the next for that share, in milliseconds. */
  readonly mostRestMs: number;
}

const defaults: GivingWay = { mostMs: 25, share: 1 / 4, mostRestMs: 1_000 };

/** Work that waits for its turn. */
interface Waiting {
  /** By `performance.now()`: until then it waits for requests to be over. */
  readonly heldUntil: number;
  begin(): void;
}

/**
 * A caller waits for its answer, and nobody for what an event leads to. Where bus and stores share the process, the effects of a request would
 * otherwise take their time before its answer, and many events would hold up the files and sockets of everybody.
 */
export function createRequestsFirst({ mostMs, share, mostRestMs }: GivingWay = defaults): RequestsFirst {
  const waiting: Waiting[] = [];
  let underWay = 0;
  let isGoing = false;
  let freeAt = 0;
  let lookAgain: (() => void) | null = null;

  async function goOn(): Promise<void> {
    isGoing = true;
    for (let next = waiting[0]; next; next = waiting[0]) {
      const waitMs = Math.max(next.heldUntil, freeAt) - performance.now();
      if (underWay > 0 && waitMs > 0) {
        await quietWithin(waitMs);
        continue;
      }
      waiting.shift();
      const tookMs = await begun(next);
      freeAt = performance.now() + Math.min(tookMs * (1 / share - 1), mostRestMs);
    }
    isGoing = false;
  }

  /** Resolves when no request is under way, and after so many milliseconds at the latest. */
  function quietWithin(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(go, ms);
      lookAgain = go;
      function go(): void {
        clearTimeout(timer);
        lookAgain = null;
        resolve();
      }
    });
  }

  return {
    request() {
      underWay += 1;
      let isOver = false;
      return {
        [Symbol.dispose]() {
          if (isOver) return;
          isOver = true;
          underWay -= 1;
          // In the next turn: the transport writes the answer in this one.
          if (underWay === 0 && lookAgain) setImmediate(() => underWay === 0 && lookAgain?.());
        },
      };
    },
    turn() {
      return new Promise((begin) => {
        waiting.push({ heldUntil: performance.now() + mostMs, begin });
        if (!isGoing) void goOn();
      });
    },
  };
}

/** Begins work in the next turn of the event loop. Answers the milliseconds that it took before it waited for something. */
function begun({ begin }: Waiting): Promise<number> {
  return new Promise((resolve) => {
    let began = 0;
    setImmediate(() => {
      began = performance.now();
      begin();
    });
    // Callbacks of one turn run one after the other, and what each has made ready runs before the next.
    setImmediate(() => resolve(performance.now() - began));
  });
}
