import { batchesOf, type Scope } from '@agent-mem/contract';
import type { OwnGraph } from '@agent-mem/service-kit';
import type { GraphEdge } from '@agent-mem/storage';
import { movedMention } from '../domain/entities/mention.ts';
import { mentionsOf } from './mentions-of.ts';

/** So many go into one commit. */
const batch = 500;

/**
 * Has mentions lead to another entity. One of a node that mentions that entity too stays where it is: two nodes have one edge of a kind in a direction.
 * What a crash leaves undone is done by the repeat, which is given the others.
 */
export async function moveMentions(
  graph: Pick<OwnGraph, 'commit' | 'get' | 'neighbours'>,
  scope: Scope,
  edges: readonly GraphEdge[],
  to: string,
): Promise<void> {
  if (edges.length === 0) return;
  const nameOf = ({ kind, from }: GraphEdge) => JSON.stringify([kind, from]);
  const joined = new Set((await mentionsOf(graph, scope, to, 'in')).map(nameOf));
  const moved = edges.filter((edge) => {
    const isFirst = !joined.has(nameOf(edge));
    joined.add(nameOf(edge));
    return isFirst;
  });
  for (const some of batchesOf(moved, batch)) await graph.commit(scope, { edges: some.map((edge) => movedMention(edge, to)) });
}
