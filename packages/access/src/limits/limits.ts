import { batchLists, counting, operationsOf, type Scoped, type ServiceName, tooLong } from '@agent-mem/contract';
import type { Principal } from '../grant.ts';
import type { InFlight } from './in-flight.ts';
import { type KeyLimits, limitNames } from './key-limits.ts';
import { createOpenStreams } from './open-streams.ts';
import { type Rates, windows } from './rates.ts';
import { tooMany, usedUp } from './refused-by-limit.ts';
import type { Turns } from './turns.ts';

/** A request that its caller may make, as far as its permissions go. */
export interface LimitedRequest {
  readonly service: ServiceName;
  readonly operation: string;
  readonly request: object;
  /** `null`: nobody was asked who it is. */
  readonly principal: Principal | null;
  /** What waits in a broker's queue is not in flight here yet, and waits there for its turn. */
  readonly isQueued: boolean;
  /** It was let in before and failed, so it comes again: it is one request. */
  readonly isCounted: boolean;
  /** It is work for a request that was let in with its own size. */
  readonly isMeasured: boolean;
}

/** A request that is passed on to another server. */
export interface PassedLoad {
  readonly principal: Principal | null;
  /** With whose memory it is about; `null`: nobody's. */
  readonly request: object | null;
  readonly bytes: number;
  /** Its answer comes piece by piece. */
  readonly isStream: boolean;
}

/** How much is taken, and of whom. */
export interface Limits {
  /** What is known before a request is read. Throws why it is not to be read. */
  check(known: {
    readonly principal: Principal | null;
    /** The whole scope, where the credential names it. */
    readonly scope: Pick<Scoped, 'workspace' | 'user'> | null;
    /** `null`: nobody said. */
    readonly bytes: number | null;
  }): void;
  /** Resolves when a request may begin; what it answers is called when it is over. Rejects with what it is refused for, which names the limit. */
  enter(asked: LimitedRequest): Promise<() => void>;
  /** The same for one that is passed on: it waits for another server, so it takes no turn, and is not in flight here. */
  enterPassed(asked: PassedLoad): Promise<() => void>;
}

/** What limits stand on. */
export interface LimitsOptions {
  readonly inFlight: InFlight;
  readonly turns: Turns;
  readonly rates: Rates;
  /** Of a credential that says nothing else. */
  readonly perKey: KeyLimits;
  /** Of one workspace's user, by any key. 0: no limit. */
  readonly perScope: Pick<KeyLimits, 'requestsPerMinute' | 'requestsPerDay'>;
}

/** Takes everything. */
export const noLimits: Limits = {
  check: () => undefined,
  enter: async () => () => undefined,
  enterPassed: async () => () => undefined,
};

/** The limits of one process, which its processes on a cluster count together as far as they are of time. */
export function createLimits({ inFlight, turns, rates, perKey, perScope }: LimitsOptions): Limits {
  const openStreams = createOpenStreams();
  const limitsOf = ({ limits }: Principal): KeyLimits => ({ ...perKey, ...limits });

  function checkBytes(principal: Principal | null, bytes: number): void {
    if (!principal || principal.isOwn) return;
    const { requestBytes } = limitsOf(principal);
    if (requestBytes > 0 && bytes > requestBytes)
      throw tooLong(`${limitNames.requestBytes}: a request of this key has at most ${requestBytes} bytes, this one ${bytes}`);
  }

  function checkSize({ principal, service, operation, request }: LimitedRequest): void {
    if (!principal || principal.isOwn) return;
    const { requestBytes, batch } = limitsOf(principal);
    if (requestBytes > 0) checkBytes(principal, Buffer.byteLength(JSON.stringify(request)));
    if (batch === 0) return;
    for (const list of batchLists(service, operation)) {
      const elements = (request as Readonly<Record<string, unknown>>)[list];
      if (Array.isArray(elements) && elements.length > batch)
        throw tooMany(limitNames.batch, `${list} of this key has at most ${batch} elements, this one ${elements.length}`);
    }
  }

  /** Takes one of the key's streams, which the answer gives back. */
  function enterStream(principal: Principal | null): () => void {
    if (!principal || principal.isOwn) return () => undefined;
    return openStreams.enter(principal.id, limitsOf(principal).streams);
  }

  async function count(principal: Principal | null, scope: string | null): Promise<void> {
    if (principal?.isOwn) return;
    const counted = [
      ...(principal ? [['this key', principal.id, limitsOf(principal)] as const] : []),
      ...(scope === null ? [] : [['this user', scope, perScope] as const]),
    ];
    for (const [whose, name, limits] of counted) {
      for (const [member, window] of [
        ['requestsPerMinute', windows.minute],
        ['requestsPerDay', windows.day],
      ] as const) {
        const most = limits[member];
        if (most === 0) continue;
        const waitMs = await rates.count(window, name, most);
        if (waitMs !== null)
          throw usedUp(limitNames[member], `${whose} has asked ${counting(most, 'time')} in this ${window.name}`, waitMs);
      }
    }
  }

  return {
    check({ principal, scope, bytes }) {
      inFlight.check(scope && nameOf(scope));
      if (bytes !== null) checkBytes(principal, bytes);
    },
    async enter(asked) {
      const { principal, service, operation, request, isQueued } = asked;
      if (!asked.isMeasured) checkSize(asked);
      const scope = nameOf(request);
      using taken = new DisposableStack();
      if (!isQueued) taken.defer(inFlight.enter(scope));
      if (operationsOf(service)[operation]?.stream) taken.defer(enterStream(principal));
      if (!asked.isCounted) await count(principal, scope);
      if (!isQueued) await turns.take(scope);
      const held = taken.move();
      return () => held.dispose();
    },
    async enterPassed({ principal, request, bytes, isStream }) {
      checkBytes(principal, bytes);
      using taken = new DisposableStack();
      if (isStream) taken.defer(enterStream(principal));
      await count(principal, request && nameOf(request));
      const held = taken.move();
      return () => held.dispose();
    },
  };
}

/** Whose memory a request is about. A user's collections share one queue. */
function nameOf(request: object): string {
  const { workspace, user } = request as { readonly workspace?: unknown; readonly user?: unknown };
  return JSON.stringify([workspace || 'default', user || 'default']);
}
