import type { Scope } from '@agent-mem/contract';
import { type Graph, type GraphNode, type NodeWrite, type Status, VersionConflict } from '@agent-mem/storage';
import { releaseUniqueKeysOf } from './unique-key.ts';

/** What happened to nodes that stay stored but are no longer found. */
export interface Retirement {
  readonly status: Extract<Status, 'EXPIRED' | 'ARCHIVED' | 'DELETED'>;
  /** The word in their history. */
  readonly record: string;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** Unique keys that a node may hold. They are released, so that the same thing can be stored again. */
  uniqueKeyIdsOf?(node: GraphNode): readonly string[];
  /** What goes in the same commit: it says what the node says. */
  goesWith?(node: GraphNode): Promise<GoesWith>;
}

/** What goes with a node. */
export interface GoesWith {
  /** Nodes that are retired as it is. */
  readonly retired: readonly GraphNode[];
  /** Nodes that stay without what they have of it. */
  readonly changed: readonly NodeWrite[];
}

const nothing: GoesWith = { retired: [], changed: [] };

/**
 * Takes nodes out of what is found, each in a commit of its own with what goes with it, and answers all that it took; one that somebody has
 * changed since it was read is left as it is.
 */
export async function retireNodes(
  graph: Pick<Graph, 'commit' | 'get'>,
  scope: Scope,
  nodes: readonly GraphNode[],
  { status, record, now, uniqueKeyIdsOf = () => [], goesWith = async () => nothing }: Retirement,
): Promise<readonly GraphNode[]> {
  const taken = new Map<string, GraphNode>();
  const retired = ({ version, ...seen }: GraphNode): NodeWrite => {
    const reason = status === 'ARCHIVED' ? { properties: { ...seen.properties, archived_by: 'prune' } } : {};
    return { ...seen, ...reason, status, dueAt: null, updatedAt: now, expectedVersion: version, record };
  };
  for (const node of nodes) {
    if (taken.has(node.id)) continue;
    const ids = uniqueKeyIdsOf(node);
    const uniqueKeys = ids.length > 0 ? await graph.get(scope, ids) : [];
    const along = await goesWith(node);
    const going = [node, ...along.retired];
    const writes = [...going.map(retired), ...along.changed, ...releaseUniqueKeysOf(node.id, uniqueKeys, now)];
    try {
      await graph.commit(scope, { nodes: writes });
      for (const each of going) taken.set(each.id, each);
    } catch (error) {
      if (!(error instanceof VersionConflict)) throw error;
    }
  }
  return [...taken.values()];
}
