import type { Scope } from '@agent-mem/contract';
import { nameKey } from '@agent-mem/recall/names';
import { allPages, type Graph, type GraphNode } from '@agent-mem/storage';
import { storedEntity } from '../domain/entities/entity.ts';

/** The entities of a name that were split from an entity, or merged into it. */
export interface Parts {
  /** `null`: none was. */
  readonly split: GraphNode | null;
  /** The one that was merged last; `null`: none was. */
  readonly merged: GraphNode | null;
}

/** Finds them by the key of the name. */
export async function partsOf(graph: Pick<Graph, 'find'>, scope: Scope, id: string, key: string): Promise<Parts> {
  const isNamed = (node: GraphNode) => nameKey(storedEntity.read(node.properties).name) === key;
  return {
    split: await newest(graph, scope, { status: 'ACTIVE', where: { split_from: id } }, isNamed),
    merged: await newest(graph, scope, { status: 'SUPERSEDED', where: { merged_into: id } }, isNamed),
  };
}

async function newest(
  graph: Pick<Graph, 'find'>,
  scope: Scope,
  { status, where }: { readonly status: GraphNode['status']; readonly where: Readonly<Record<string, string>> },
  isMeant: (node: GraphNode) => boolean,
): Promise<GraphNode | null> {
  const query = { kinds: ['Entity'], statuses: [status], where, order: 'updatedAt', descending: true, limit: 1_000 } as const;
  for await (const nodes of allPages((cursor) => graph.find(scope, { ...query, cursor }))) {
    const found = nodes.find(isMeant);
    if (found) return found;
  }
  return null;
}
