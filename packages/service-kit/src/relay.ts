import { type Clock, eventKey, neverAborted, noLongerNeeded } from '@agent-mem/contract';
import { createFailureLog, type Logger, untilAborted } from '@agent-mem/runtime';
import type { CommittedEvent, GraphMaintenance, OutboxEntry } from '@agent-mem/storage';
import type { HeldParts } from './held-parts.ts';
import type { RelayNotices } from './relay-notices.ts';

/** Those who publish committed events. */
export const relayGroup = 'publish';

const batch = 100;
const firstWaitMs = 100;
const longestWaitMs = 10_000;
/** How often it looks for what was committed without its being woken: by a process of a version before. */
const lookEveryMs = 5_000;
/** The same while other processes are there, whose notices may be lost. */
const lookAmongOthersEveryMs = 1_000;
/** The same while somebody waits until others have published what they hold. */
const lookForWaitingMs = 100;

/** What the relay needs. */
export interface RelayOptions {
  readonly graph: Pick<GraphMaintenance, 'outbox' | 'markPublished' | 'onOutbox'>;
  readonly parts: Pick<HeldParts, 'claim' | 'holdsAll' | 'otherHolder' | 'release'>;
  /** How processes that relay the graph wake one another. Default: each looks for itself. */
  readonly notices?: RelayNotices;
  publish(event: CommittedEvent, signal: AbortSignal): Promise<void>;
  /** Aborting it gives up what is under way, as a bus or a graph that is away never ends it. Default: never. */
  readonly signal?: AbortSignal;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Disposing lets the events under way finish; what is left stays in the outbox for other processes and the next start. */
export interface Relay extends AsyncDisposable {
  /** Resolves when the outbox is empty. */
  settled(): Promise<void>;
}

/**
 * Publishes committed events, those of a conversation in the order of their commits, at least once, and keeps trying: those in the parts
 * that this process holds. While it cannot publish, it leaves its parts to other processes.
 */
export function startRelay(options: RelayOptions): Relay {
  const { graph, parts, notices, publish, clock, log, signal = neverAborted } = options;
  const failures = createFailureLog(log, clock);
  const stopping = new AbortController();
  let isAwake = true;
  let wake: () => void = () => undefined;
  let isSettled = false;
  const waiting: (() => void)[] = [];
  const rouse = () => {
    isAwake = true;
    isSettled = false;
    wake();
  };
  const listening = graph.onOutbox((scope) => {
    isSettled = false;
    const other = parts.otherHolder(relayGroup, scope);
    if (other === null) rouse();
    else notices?.send(other);
  });
  const hearing = notices?.listen(rouse);
  const running = run();

  async function run(): Promise<void> {
    let waitMs = firstWaitMs;
    while (!stopping.signal.aborted) {
      isAwake = false;
      try {
        await untilAborted(drain(), signal);
        failures.over();
        waitMs = firstWaitMs;
        if (isAwake) continue;
        const isAlone = parts.holdsAll(relayGroup);
        // What others hold has to be looked up, so it is for somebody who waits.
        isSettled = isAlone;
        const isEmpty = isAlone || (waiting.length > 0 && (await graph.outbox(1)).length === 0);
        if (isEmpty) for (const resolve of waiting.splice(0)) resolve();
        await sleep(isAlone ? lookEveryMs : waiting.length > 0 ? lookForWaitingMs : lookAmongOthersEveryMs);
      } catch (error) {
        failures.warn({ err: error, waitMs }, 'events could not be published; trying again');
        isAwake = false;
        await untilAborted(parts.release(relayGroup), signal).catch(() => undefined);
        await sleep(waitMs);
        waitMs = Math.min(waitMs * 2, longestWaitMs);
      }
    }
  }

  async function drain(): Promise<void> {
    while (!stopping.signal.aborted) {
      using claimed = await parts.claim('publish', relayGroup, { limit: batch });
      if (claimed.items.length === 0) return;
      await publishAll(claimed.items);
    }
  }

  /** Conversations do not wait for each other. Whatever stops us leaves at most these to be published twice. */
  async function publishAll(entries: readonly OutboxEntry[]): Promise<void> {
    const published: string[] = [];
    const conversations = [...Map.groupBy(entries, ({ event }) => eventKey(event)).values()];
    const results = await Promise.allSettled(
      conversations.map(async (queue) => {
        for (const { position, event } of queue) {
          if (stopping.signal.aborted) return;
          await publish(event, signal);
          published.push(position);
        }
      }),
    );
    if (published.length > 0) await graph.markPublished(published);
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  function sleep(ms: number): Promise<void> {
    if (isAwake || stopping.signal.aborted) return Promise.resolve();
    const woken = new AbortController();
    wake = () => woken.abort(noLongerNeeded);
    return clock.sleep(ms, woken.signal).catch(() => undefined);
  }

  return {
    settled() {
      if (isSettled && !isAwake) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
        wake();
      });
    },
    async [Symbol.asyncDispose]() {
      listening[Symbol.dispose]();
      hearing?.[Symbol.dispose]();
      stopping.abort();
      wake();
      await running;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}
