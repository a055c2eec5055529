import { isWithin, type Scope, scopeKey } from '@agent-mem/contract';
import { backoffMs } from '@agent-mem/messaging/internal';
import { type ClaimNodes, createFailureLog, type Logger, type PeriodicJob } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import { createIndexOnce, type Documented, documentKey, type IndexPorts, unlessRefused } from './indexing.ts';

const embedLimitMs = 30_000;
const batchSize = 64;
const everyMs = 5_000;
const mostAtOnce = 1_000;
/** Waits before the embedder is asked again in vain: each request may be paid for. */
const again = { minMs: everyMs, maxMs: 60_000 };

/** What one run found of the embedder. Nodes are named by their version. */
interface Run {
  /** Their documents were left in the index without a vector. */
  readonly lacking: Set<string>;
  /** The embedder was asked for them in vain: they come after all others, which it may take. */
  readonly inVain: Set<string>;
  /** Whether the embedder is asked. One that is away is asked once a run; the words of all others still get into the index, once. */
  isAsking: boolean;
  hasFailed: boolean;
}

/** Indexes what earlier attempts have left: nodes of this service whose document is behind, or has no vector yet. */
export function indexingJob(
  definition: Documented,
  ports: IndexPorts,
  log: Logger,
): PeriodicJob<{ readonly claimNodes: ClaimNodes; readonly signal: AbortSignal }> {
  const failureLog = createFailureLog(log, ports.clock);
  const indexOnce = createIndexOnce(definition, ports, failureLog);
  let before: Run = { lacking: new Set(), inVain: new Set(), isAsking: true, hasFailed: false };
  /** Whether the embedder made no vectors at all: else it only refused texts, and others go on. */
  let isAway = false;
  let failures = 0;
  let pausedAt = 0;
  let pauseMs = 0;

  async function indexBatch({ scope, nodes }: Batch, run: Run, isPaused: boolean, signal: AbortSignal): Promise<void> {
    const keys = new Map(nodes.map((node) => [node.id, versionKey(scope, node)]));
    const keyOf = (id: string) => keys.get(id) ?? '';
    const waits = (key: string) => (run.isAsking ? isPaused && before.inVain.has(key) : before.lacking.has(key));
    const { waiting = [], meant = [] } = Object.groupBy(keys.keys(), (id) => (waits(keyOf(id)) ? 'waiting' : 'meant'));
    for (const key of waiting.map(keyOf)) {
      run.lacking.add(key);
      if (before.inVain.has(key)) run.inVain.add(key);
    }
    if (meant.length === 0) return;
    const indexing = indexOnce(scope, meant, { signal, embedLimitMs: run.isAsking ? embedLimitMs : 0 });
    const outcome = await unlessRefused(indexing, failureLog);
    const without = outcome?.lacking ?? [];
    for (const id of without) run.lacking.add(keyOf(id));
    if (without.length === 0 || !run.isAsking) return;
    for (const id of without) run.inVain.add(keyOf(id));
    run.hasFailed = true;
    // One that refuses whatever it is asked for the first time is of no use to others either.
    const refusesAll = without.length === meant.length && meant.length > 1 && !meant.every((id) => before.inVain.has(keyOf(id)));
    if (refusesAll || without.some((id) => !outcome?.refused.has(id))) run.isAsking = false;
  }

  return {
    name: 'index',
    everyMs,
    async run({ claimNodes, signal }) {
      using behind = await claimNodes('index', { kinds: definition.owns, limit: mostAtOnce });
      const isPaused = isWithin(pauseMs, pausedAt, ports.clock.now());
      const run: Run = { lacking: new Set(), inVain: new Set(), isAsking: !(isPaused && isAway), hasFailed: false };
      const wasInVain = ({ scope, nodes }: Batch) => nodes.some((node) => before.inVain.has(versionKey(scope, node)));
      for (const batch of batches(behind.items).toSorted((one, other) => Number(wasInVain(one)) - Number(wasInVain(other)))) {
        if (signal.aborted) return;
        await indexBatch(batch, run, isPaused, signal);
      }
      before = run;
      if (run.hasFailed && (!isPaused || !run.isAsking)) {
        pausedAt = ports.clock.now();
        pauseMs = backoffMs(++failures, again, Math.random);
        isAway = !run.isAsking;
      } else if (!isPaused) failures = 0;
    },
  };
}

/** Nodes of one scope. */
interface Batch {
  readonly scope: Scope;
  readonly nodes: readonly GraphNode[];
}

function versionKey(scope: Scope, { id, version }: GraphNode): string {
  return documentKey(scope, `${id} ${version}`);
}

/** Of one scope each, small enough for one call of the embedder. */
function batches(behind: readonly { readonly scope: Scope; readonly node: GraphNode }[]): readonly Batch[] {
  const byScope = Map.groupBy(behind, ({ scope }) => scopeKey(scope));
  return [...byScope.values()].flatMap((entries) => {
    const starts = Array.from({ length: Math.ceil(entries.length / batchSize) }, (_, index) => index * batchSize);
    return starts.flatMap((start) => {
      const scope = entries[start]?.scope;
      return scope ? [{ scope, nodes: entries.slice(start, start + batchSize).map(({ node }) => node) }] : [];
    });
  });
}
