import { isWithin, type Scope, scopeKey } from '@agent-mem/contract';
import { backoffMs } from '@agent-mem/messaging/internal';
import { type ClaimNodes, createFailureLog, type Logger, type PeriodicJob } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import { createIndexOnce, type Documented, documentKey, type IndexPorts, unlessRefused } from './indexing.ts';

const embedLimitMs = 30_000;
const batch = 64;
const everyMs = 5_000;
const mostAtOnce = 1_000;
/** Waits before the embedder is asked again in vain: each request may be paid for. */
const again = { minMs: everyMs, maxMs: 60_000 };

/** Indexes what earlier attempts have left: nodes of this service whose document is behind, or has no vector yet. */
export function indexingJob(
  definition: Documented,
  ports: IndexPorts,
  log: Logger,
): PeriodicJob<{ readonly claimNodes: ClaimNodes; readonly signal: AbortSignal }> {
  const failureLog = createFailureLog(log, ports.clock);
  const indexOnce = createIndexOnce(definition, ports, failureLog);
  /** Versions of nodes whose documents the run before has left in the index without a vector. */
  let lacking: ReadonlySet<string> = new Set();
  /** Those that the embedder was asked for in vain: they come after all others, which it may take. */
  let inVain: ReadonlySet<string> = new Set();
  /** Whether it made no vectors at all: else it only refused texts, and others go on. */
  let isAway = false;
  let failures = 0;
  let pausedAt = 0;
  let pauseMs = 0;
  return {
    name: 'index',
    everyMs,
    async run({ claimNodes, signal }) {
      using behind = await claimNodes('index', { kinds: definition.owns, limit: mostAtOnce });
      const isPaused = isWithin(pauseMs, pausedAt, ports.clock.now());
      let limitMs = isPaused && isAway ? 0 : embedLimitMs;
      const left = new Set<string>();
      const stillInVain = new Set<string>();
      let hasFailed = false;
      // An embedder that is down is asked once a run; the words of all others still get into the index, once.
      const waits = (key: string) => (limitMs === 0 ? lacking.has(key) : isPaused && inVain.has(key));
      const all = batches(behind.items);
      const wasInVain = ({ scope, nodes }: Batch) => nodes.some((node) => inVain.has(versionKey(scope, node)));
      for (const { scope, nodes } of [...all.filter((each) => !wasInVain(each)), ...all.filter(wasInVain)]) {
        if (signal.aborted) return;
        const keys = new Map(nodes.map((node) => [node.id, versionKey(scope, node)]));
        const [waiting, meant] = [[...keys].filter(([, key]) => waits(key)), [...keys].filter(([, key]) => !waits(key))];
        for (const [, key] of waiting) {
          left.add(key);
          if (inVain.has(key)) stillInVain.add(key);
        }
        if (meant.length === 0) continue;
        const ids = meant.map(([id]) => id);
        const outcome = await unlessRefused(indexOnce(scope, ids, { signal, embedLimitMs: limitMs }), failureLog);
        const without = outcome?.lacking ?? [];
        for (const id of without) left.add(keys.get(id) ?? '');
        if (without.length === 0 || limitMs === 0) continue;
        for (const id of without) stillInVain.add(keys.get(id) ?? '');
        hasFailed = true;
        // One that refuses whatever it is asked for the first time is of no use to others either.
        const refusesAll = without.length === meant.length && meant.length > 1 && !meant.every(([, key]) => inVain.has(key));
        if (refusesAll || without.some((id) => !outcome?.refused.has(id))) limitMs = 0;
      }
      lacking = left;
      inVain = stillInVain;
      if (hasFailed && (!isPaused || limitMs === 0)) {
        pausedAt = ports.clock.now();
        pauseMs = backoffMs(++failures, again, Math.random);
        isAway = limitMs === 0;
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
    const starts = Array.from({ length: Math.ceil(entries.length / batch) }, (_, index) => index * batch);
    return starts.flatMap((start) => {
      const scope = entries[start]?.scope;
      return scope ? [{ scope, nodes: entries.slice(start, start + batch).map(({ node }) => node) }] : [];
    });
  });
}
