import { batchesOf, type Scope } from '@agent-mem/contract';
import { readWeightChange, type WeighedEntity } from '@agent-mem/service-kit';
import { allPages, type Graph, type GraphNode } from '@agent-mem/storage';

const pageSize = 1_000;

/** The nodes and edges of a scope whose weight is another than at a time (ISO 8601, UTC), with the weight of then. What came later had its first one. */
export async function weightsAt(
  graph: Pick<Graph, 'get' | 'edges' | 'find'>,
  scope: Scope,
  at: string,
): Promise<readonly { readonly entity: WeighedEntity; readonly weight: number | null }[]> {
  const before = new Map<string, { readonly ordinal: number; readonly weight: number | null }>();
  for await (const node of changesAfter(graph, scope, at)) {
    const { entity_id, old_weight } = readWeightChange(node);
    const ordinal = node.ordinal ?? 0;
    if (ordinal < (before.get(entity_id)?.ordinal ?? Number.POSITIVE_INFINITY))
      before.set(entity_id, { ordinal, weight: old_weight });
  }
  const entities: WeighedEntity[] = [];
  for (const some of batchesOf([...before.keys()], pageSize))
    entities.push(...(await graph.get(scope, some)), ...(await graph.edges(scope, some)));
  return entities.flatMap((entity) => {
    const weight = before.get(entity.id)?.weight ?? null;
    return entity.weight === weight ? [] : [{ entity, weight }];
  });
}

/** Changes made after a time, the newest first. */
async function* changesAfter(graph: Pick<Graph, 'find'>, scope: Scope, at: string): AsyncIterable<GraphNode> {
  const query = { kinds: ['WeightChange'], order: 'createdAt', descending: true, limit: pageSize } as const;
  for await (const nodes of allPages((cursor) => graph.find(scope, { ...query, cursor })))
    for (const node of nodes) {
      if (node.createdAt <= at) return;
      yield node;
    }
}
