import type { GraphNode } from '@agent-mem/storage';
import { entryIn, saysTheSame } from '@agent-mem/vault';
import type { OpenScope } from '../open-scope.ts';

/**
 * Whether the text of a file is what memory wrote, of this state of the node or of an earlier one: a crash may have come between the file and the snapshot. Of a
 * conversation no earlier states are known: its file is memory's where its version is another than the snapshot has, which no person changes.
 */
export async function isOwnText(text: string, node: GraphNode, { graph, scope, snapshot }: OpenScope): Promise<boolean> {
  const entry = entryIn(text);
  if (!entry || entry.id !== node.id) return false;
  if (saysTheSame(entry, node)) return true;
  if (node.kind === 'Conversation') return entry.version !== snapshot.ofNode(node.id)?.version;
  const versions = await graph.history(scope, node.id);
  return versions.some((known) => known.version === entry.version && saysTheSame(entry, known.node));
}
