import { type Scope, textsIn } from '@agent-mem/contract';
import type { Ports } from '@agent-mem/runtime';
import { allPages, everyStatus, type GraphNode } from '@agent-mem/storage';

/** Summaries of conversations that were made of any of these, or of other summaries that were: they may say what those say. */
export async function restingSummaries(
  scope: Scope,
  ids: readonly string[],
  graph: Pick<Ports['graph'], 'find'>,
): Promise<readonly GraphNode[]> {
  const madeOf = Map.groupBy(
    (await summariesOf(scope, graph)).flatMap((node) => sourcesOf(node).map((source) => ({ source, node }))),
    ({ source }) => source,
  );
  const found = new Map<string, GraphNode>();
  const waiting = [...ids];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    for (const { node } of madeOf.get(id) ?? []) {
      if (found.has(node.id)) continue;
      found.set(node.id, node);
      waiting.push(node.id);
    }
  }
  return [...found.values()];
}

async function summariesOf(scope: Scope, graph: Pick<Ports['graph'], 'find'>): Promise<readonly GraphNode[]> {
  const query = { kinds: ['ConversationSummary'], statuses: everyStatus, order: 'createdAt', limit: 1_000 } as const;
  return (await Array.fromAsync(allPages((cursor) => graph.find(scope, { ...query, cursor })))).flat();
}

function sourcesOf({ properties }: GraphNode): readonly string[] {
  return [properties.sources, properties.chunks].flatMap(textsIn);
}
