import type { Invocation } from '@agent-mem/agent-loop';
import { isSameScope, type Scope } from '@agent-mem/contract';
import { userOf } from '@agent-mem/runtime';

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
  /** Whether one that is free may go to this user. */
  isFreeFor(scope: Scope): boolean;
  /** For an invocation that arrives; `null`: none is free for its user, or others have waited for longer. */
  enter(scope: Scope): Place | null;
  /** For the one whose turn it is; `null`: none is free for its user. */
  take(scope: Scope): Place | null;
  /** Those who arrive may take what is free: nobody waits for it. */
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

/** How many places there are, and how many of them one user may have at once. */
export interface PlaceLimits {
  readonly most: number;
  readonly mostOfUser: number;
}

/** Makes places, all free. `counted` is called with how many are taken and how many requests wait here, whenever that changes. */
export function createPlaces({ most, mostOfUser }: PlaceLimits, counted: (running: number, pending: number) => void): Places {
  const takenBy = new Map<string, number>();
  const here = new Set<Waiting>();
  const waiting = new Set<Waiting>();
  let taken = 0;
  /** Places were all taken, and since then it was not found that nobody waits. */
  let isContended = false;
  /** Users who had all that they may have, of whom it was not found since then that none waits. */
  const contended = new Set<string>();
  let changes = 0;
  let next = Promise.withResolvers<void>();
  const count = () => counted(taken, waiting.size);
  count();

  function changed(): void {
    changes += 1;
    next.resolve();
    next = Promise.withResolvers();
  }

  const ofUser = (scope: Scope) => takenBy.get(userOf(scope)) ?? 0;
  const isFreeFor = (scope: Scope) => taken < most && ofUser(scope) < mostOfUser;

  function countOf(scope: Scope, change: 1 | -1): void {
    const left = ofUser(scope) + change;
    if (left > 0) takenBy.set(userOf(scope), left);
    else takenBy.delete(userOf(scope));
  }

  function take(scope: Scope): Place | null {
    if (!isFreeFor(scope)) return null;
    taken += 1;
    countOf(scope, 1);
    isContended ||= taken === most;
    if (ofUser(scope) === mostOfUser) contended.add(userOf(scope));
    count();
    let isTaken = true;
    return {
      [Symbol.dispose]() {
        if (!isTaken) return;
        isTaken = false;
        taken -= 1;
        countOf(scope, -1);
        count();
        changed();
      },
    };
  }

  return {
    get isFree() {
      return taken < most;
    },
    isFreeFor,
    enter: (scope) => (isContended || contended.has(userOf(scope)) ? null : take(scope)),
    take,
    open() {
      isContended = taken === most;
      for (const user of contended) if ((takenBy.get(user) ?? 0) < mostOfUser) contended.delete(user);
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
