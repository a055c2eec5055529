import { type Scope, scopeKey } from '@agent-mem/contract';
import type { ClaimNodes, Logger, PeriodicJob } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import { createIndexOnce, type Documented, documentKey, type IndexOutcome, type IndexPorts, unlessRefused } from './indexing.ts';

const embedLimitMs = 30_000;
const batch = 64;
const everyMs = 5_000;
const mostAtOnce = 1_000;
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
  return {
    name: 'index',
    everyMs,
    async run({ claimNodes, signal }) {
      using behind = await claimNodes('index', { kinds: definition.owns, limit: mostAtOnce });
      let limitMs = embedLimitMs;
      const left = new Set<string>();
      for (const { scope, nodes } of batches(behind.items)) {
        if (signal.aborted) return;
        const versionKey = ({ id, version }: GraphNode) => documentKey(scope, `${id} ${version}`);
        // An embedder that is down is asked once a run; the words of all others still get into the index, once.
        const meant = limitMs === 0 ? nodes.filter((node) => !lacking.has(versionKey(node))) : nodes;
        const ids = meant.map(({ id }) => id);
        const options = { signal, embedLimitMs: limitMs };
        const outcome = ids.length > 0 ? await unlessRefused(indexOnce(scope, ids, options), log) : incomplete;
        if (outcome === null || outcome.isComplete) continue;
        limitMs = 0;
        for (const node of nodes) left.add(versionKey(node));
      }
      lacking = left;
    },
  };
}

/** Of one scope each, small enough for one call of the embedder. */
function batches(behind: readonly { readonly scope: Scope; readonly node: GraphNode }[]) {
  const byScope = Map.groupBy(behind, ({ scope }) => scopeKey(scope));
  return [...byScope.values()].flatMap((entries) => {
    const starts = Array.from({ length: Math.ceil(entries.length / batch) }, (_, index) => index * batch);
    return starts.flatMap((start) => {
      const scope = entries[start]?.scope;
      return scope ? [{ scope, nodes: entries.slice(start, start + batch).map(({ node }) => node) }] : [];
    });
  });
}
