import type { Scope } from '@agent-mem/contract';
import { type Graph, type GraphNode, type NodeWrite, type Status, VersionConflict } from '@agent-mem/storage';
import { releaseUniqueKeysOf } from './unique-key.ts';

/** What happened to nodes that stay stored but are no longer found. */
export interface Retirement {
  readonly status: Extract<Status, 'EXPIRED' | 'ARCHIVED' | 'DELETED'>;
  /** The word in their history. */
  readonly record: string;
  /** Unique keys that a node may hold. They are released, so that the same thing can be stored again. */
  uniqueKeyIdsOf?(node: GraphNode): readonly string[];
}

/**
 * Takes nodes out of what is found, each in a commit of its own, and answers those that it took; one that somebody has changed since it was
 * read is left as it is.
 *
 * @param now ISO 8601, UTC.
 */
export async function retireNodes(
  graph: Pick<Graph, 'commit' | 'get'>,
  scope: Scope,
  nodes: readonly GraphNode[],
  { status, record, uniqueKeyIdsOf = () => [] }: Retirement,
  now: string,
): Promise<readonly GraphNode[]> {
  const taken: GraphNode[] = [];
  for (const node of nodes) {
    const ids = uniqueKeyIdsOf(node);
    const uniqueKeys = ids.length > 0 ? await graph.get(scope, ids) : [];
    const { version, ...seen } = node;
    const reason = status === 'ARCHIVED' ? { properties: { ...seen.properties, archived_by: 'prune' } } : {};
    const write: NodeWrite = { ...seen, ...reason, status, dueAt: null, updatedAt: now, expectedVersion: version, record };
    try {
      await graph.commit(scope, { nodes: [write, ...releaseUniqueKeysOf(node.id, uniqueKeys, now)] });
      taken.push(node);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
    }
  }
  return taken;
}
