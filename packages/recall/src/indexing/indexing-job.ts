import { type Scope, scopeKey } from '@agent-mem/contract';
import type { ClaimNodes, Logger, PeriodicJob } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import { createIndexOnce, type Documented, documentKey, type IndexOutcome, type IndexPorts, unlessRefused } from './indexing.ts';

const embedLimitMs = 30_000;
const batch = 64;
const everyMs = 5_000;
const mostAtOnce = 1_000;
/** Longest wait before an embedder that gave no vectors is asked again; waits double up to it, since each request may be paid for. */
const mostWaitMs = 60_000;
const incomplete: IndexOutcome = { isComplete: false, wordless: 0 };

/** Indexes what earlier attempts have left: nodes of this service whose document is behind, or has no vector yet. */
export function indexingJob(
  definition: Documented,
  ports: IndexPorts,
  log: Logger,
): PeriodicJob<{ readonly claimNodes: ClaimNodes; readonly signal: AbortSignal }> {
  const indexOnce = createIndexOnce(definition, ports, log);
  /** Versions of nodes whose documents the run before has left in the index without a vector. */
  let lacking: ReadonlySet<string> = new Set();
  /** Those that the embedder was asked for in vain: they come after all others, which it may take. */
  let refused: ReadonlySet<string> = new Set();
  let failures = 0;
  let askAt = 0;
  return {
    name: 'index',
    everyMs,
    async run({ claimNodes, signal }) {
      using behind = await claimNodes('index', { kinds: definition.owns, limit: mostAtOnce });
      let limitMs = ports.clock.now() < askAt ? 0 : embedLimitMs;
      const left = new Set<string>();
      const all = batches(behind.items);
      const isRefused = ({ scope, nodes }: Batch) => nodes.some((node) => refused.has(versionKey(scope, node)));
      for (const { scope, nodes } of [...all.filter((each) => !isRefused(each)), ...all.filter(isRefused)]) {
        if (signal.aborted) return;
        // An embedder that is down is asked once a run; the words of all others still get into the index, once.
        const meant = limitMs === 0 ? nodes.filter((node) => !lacking.has(versionKey(scope, node))) : nodes;
        const ids = meant.map(({ id }) => id);
        const options = { signal, embedLimitMs: limitMs };
        const outcome = ids.length > 0 ? await unlessRefused(indexOnce(scope, ids, options), log) : incomplete;
        if (outcome === null || outcome.isComplete) continue;
        const keys = nodes.map((node) => versionKey(scope, node));
        for (const key of keys) left.add(key);
        if (limitMs === 0) continue;
        limitMs = 0;
        refused = new Set(keys);
        askAt = ports.clock.now() + Math.min(mostWaitMs, everyMs * 2 ** failures);
        failures += 1;
      }
      lacking = left;
      if (limitMs > 0) failures = 0;
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
