import { neverAborted, type Scope } from '@agent-mem/contract';
import { type GoingMemory, goingId, goingOf, goingProperties } from '@agent-mem/policy';
import { conflictsRetried } from '@agent-mem/runtime';
import type { Graph, GraphNode, NodeWrite } from '@agent-mem/storage';

/** The list of what is being purged, with this purge or without it. The commit fails if another purge has changed it since it was read. */
export function goingNode(there: GraphNode | undefined, noteId: string, going: GoingMemory | null, now: number): NodeWrite {
  const at = new Date(now).toISOString();
  const others = goingOf(there).filter((each) => each.noteId !== noteId);
  return {
    id: goingId,
    kind: 'PurgeMark',
    createdAt: there?.createdAt ?? at,
    updatedAt: at,
    properties: goingProperties(going ? [...others, going] : others),
    expectedVersion: there?.version ?? 0,
  };
}

/** Writes down what a purge has come to; from then on its list does not have it. */
export async function commitOver(
  scope: Scope,
  note: NodeWrite,
  { graph, clock }: { readonly graph: Pick<Graph, 'commit' | 'get'>; readonly clock: { now(): number } },
): Promise<void> {
  await conflictsRetried(neverAborted, async () => {
    const [there] = await graph.get(scope, [goingId]);
    const isListed = goingOf(there).some(({ noteId }) => noteId === note.id);
    await graph.commit(scope, { nodes: [note, ...(isListed ? [goingNode(there, note.id, null, clock.now())] : [])] });
  });
}
