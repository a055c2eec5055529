import type { Scope } from '@agent-mem/contract';
import type { Ports } from '@agent-mem/runtime';
import type { GraphNode } from '@agent-mem/storage';
import { compactedKinds, summaryFor } from '../compaction/compaction.ts';
import { planUndo } from '../compaction/undo-compaction.ts';
import { pagesOf } from './pages-of.ts';

/** The summaries that stand for any of these nodes, and those of these nodes that are summaries. What else they stand for is active again from here on. */
export async function undoneSummaries(
  scope: Scope,
  nodes: readonly GraphNode[],
  { graph, clock }: Pick<Ports, 'graph' | 'clock'>,
): Promise<readonly GraphNode[]> {
  const going = new Set(nodes.map(({ id }) => id));
  const found = new Map<string, GraphNode>();
  for (const node of nodes) {
    const summary = node.kind === 'Summary' ? node : await summaryFor(graph, scope, node);
    if (!summary || found.has(summary.id) || summary.status === 'DELETED') continue;
    const now = new Date(clock.now()).toISOString();
    const undoing = await planUndo(graph, scope, summary, now);
    for (const each of undoing.summaries) found.set(each.id, each);
    // What goes itself is not brought back first.
    const staying = undoing.nodes.filter(({ id }) => !going.has(id));
    await graph.commit(scope, { nodes: staying });
  }
  return [...found.values()];
}

/** The compactions that are under way and were to summarise any of these: they may hold a part of what it said. */
export async function compactionsOf(
  scope: Scope,
  nodes: readonly GraphNode[],
  graph: Pick<Ports['graph'], 'find'>,
): Promise<readonly GraphNode[]> {
  const ids = new Set(nodes.filter(({ kind }) => compactedKinds.includes(kind)).map(({ id }) => id));
  if (ids.size === 0) return [];
  const found: GraphNode[] = [];
  for await (const jobs of pagesOf(scope, { kinds: ['Job'], where: { kind: 'compaction' } }, graph))
    found.push(...jobs.filter(({ properties }) => namesAny(properties.input, ids)));
  return found;
}

function namesAny(input: unknown, ids: ReadonlySet<string>): boolean {
  const named = typeof input === 'object' && input !== null && 'node_ids' in input ? input.node_ids : [];
  return Array.isArray(named) && named.some((id) => ids.has(id));
}
