import type { Clock } from '@agent-mem/contract';
import type { CommittedEvent, GraphMaintenance } from '@agent-mem/storage';
import type { Logger } from './logger.ts';

const batch = 100;
const firstWaitMs = 100;
const longestWaitMs = 10_000;
/** How often it looks for what another process committed and could not publish. */
const lookEveryMs = 5_000;

/** What the relay needs. */
export interface RelayOptions {
  readonly graph: Pick<GraphMaintenance, 'outbox' | 'markPublished' | 'onOutbox'>;
  publish(event: CommittedEvent): Promise<void>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Disposing lets the event in hand finish; what is left stays in the outbox for the next start. */
export interface Relay extends AsyncDisposable {
  /** Resolves when the outbox is empty. */
  settled(): Promise<void>;
}

/** Publishes committed events in the order of their commits, at least once, and keeps trying. */
export function startRelay({ graph, publish, clock, log }: RelayOptions): Relay {
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
  const listening = graph.onOutbox(rouse);
  const running = run();

  async function run(): Promise<void> {
    let waitMs = firstWaitMs;
    while (!stopping.signal.aborted) {
      isAwake = false;
      try {
        await drain();
        waitMs = firstWaitMs;
        if (isAwake) continue;
        isSettled = true;
        for (const resolve of waiting.splice(0)) resolve();
        await sleep(lookEveryMs);
      } catch (error) {
        log.warn({ err: error, waitMs }, 'events could not be published; trying again');
        isAwake = false;
        await sleep(waitMs);
        waitMs = Math.min(waitMs * 2, longestWaitMs);
      }
    }
  }

  async function drain(): Promise<void> {
    while (!stopping.signal.aborted) {
      const entries = await graph.outbox(batch);
      if (entries.length === 0) return;
      for (const entry of entries) {
        if (stopping.signal.aborted) return;
        await publish(entry.event);
        // One by one: whatever stops us between two events leaves at most one to be published twice.
        await graph.markPublished([entry.position]);
      }
    }
  }

  function sleep(ms: number): Promise<void> {
    if (isAwake || stopping.signal.aborted) return Promise.resolve();
    const woken = new AbortController();
    wake = () => woken.abort();
    return clock.sleep(ms, woken.signal).catch(() => undefined);
  }

  return {
    settled: () => (isSettled && !isAwake ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    async [Symbol.asyncDispose]() {
      listening[Symbol.dispose]();
      stopping.abort();
      wake();
      await running;
      for (const resolve of waiting.splice(0)) resolve();
    },
  };
}
