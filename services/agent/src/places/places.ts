import type { Invocation } from '@agent-mem/agent-loop';
import { isSameScope, type Scope } from '@agent-mem/contract';

/** The right to run one invocation in this process, until it is disposed of. */
export type Place = Disposable;

/** A request of this process that wants its invocation to run here, or wherever there is a place. */
export interface Waiting {
  readonly scope: Scope;
  readonly invocation: Invocation;
  /** Key of its request, if it has one. */
  readonly key: string | null;
  /** Answers whether it takes the place. */
  give(place: Place): boolean;
  /** Its caller wants no answer. */
  cancel(): void;
  /** Something has become of the invocation. */
  look(): void;
}

/** How many invocations a process runs at once, and who waits in it. */
export interface Places {
  readonly isFree: boolean;
  /** For an invocation that arrives; `null`: none is free, or others have waited for longer. */
  enter(): Place | null;
  /** For the one whose turn it is; `null`: none is free. */
  take(): Place | null;
  /** Those who arrive may take what is free: nobody waits. */
  open(): void;
  /** All requests here whose invocations have not begun here. */
  readonly here: ReadonlySet<Waiting>;
  /** Those of them that wait for a place just now. */
  readonly waiting: ReadonlySet<Waiting>;
  arrive(who: Waiting): void;
  wait(who: Waiting): void;
  rest(who: Waiting): void;
  leave(who: Waiting): void;
  /** How often a place became free or somebody began to wait. */
  readonly changes: number;
  /** Resolves when that has happened more often. */
  changedSince(changes: number): Promise<void>;
}

/** Makes places, all free. `counted` is called with how many are taken and how many requests wait here, whenever that changes. */
export function createPlaces(most: number, counted: (running: number, pending: number) => void): Places {
  const here = new Set<Waiting>();
  const waiting = new Set<Waiting>();
  let taken = 0;
  /** Places were all taken, and since then it was not found that nobody waits. */
  let isContended = false;
  let changes = 0;
  let next = Promise.withResolvers<void>();
  const count = () => counted(taken, waiting.size);
  count();

  function changed(): void {
    changes += 1;
    next.resolve();
    next = Promise.withResolvers();
  }

  function take(): Place | null {
    if (taken >= most) return null;
    taken += 1;
    isContended ||= taken === most;
    count();
    let isTaken = true;
    return {
      [Symbol.dispose]() {
        if (!isTaken) return;
        isTaken = false;
        taken -= 1;
        count();
        changed();
      },
    };
  }

  return {
    get isFree() {
      return taken < most;
    },
    enter: () => (isContended ? null : take()),
    take,
    open() {
      isContended = taken === most;
    },
    here,
    waiting,
    arrive: (who) => void here.add(who),
    wait(who) {
      if (waiting.has(who)) return;
      waiting.add(who);
      count();
      changed();
    },
    rest(who) {
      if (waiting.delete(who)) count();
    },
    leave(who) {
      here.delete(who);
      if (waiting.delete(who)) count();
    },
    get changes() {
      return changes;
    },
    changedSince: (known) => (changes > known ? Promise.resolve() : next.promise),
  };
}

/** The requests here by that id, of an invocation or of a request, or by the key of the request. */
export function requestsBy({ here }: Places, scope: Scope, id: string): readonly Waiting[] {
  return [...here].filter(
    ({ scope: own, invocation, key }) =>
      isSameScope(own, scope) && [invocation.invocationId, invocation.requestId, key].includes(id),
  );
}
