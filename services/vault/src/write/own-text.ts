import type { GraphNode } from '@agent-mem/storage';
import { type EntryNode, MalformedFile, readEntry, saysTheSame } from '@agent-mem/vault';
import type { OpenScope } from '../open-scope.ts';

/**
 * Whether the text of a file is what memory wrote, of this state of the node or of an earlier one: a crash may have come between the file and the snapshot. The
 * file of a conversation holds nothing that a person changes.
 */
export async function isOwnText(text: string, node: GraphNode, { graph, scope }: OpenScope): Promise<boolean> {
  const entry = entryIn(text);
  if (!entry || entry.id !== node.id) return false;
  if (node.kind === 'Conversation' || saysTheSame(entry, node)) return true;
  const versions = await graph.history(scope, node.id);
  return versions.some((known) => known.version === entry.version && saysTheSame(entry, known.node));
}

function entryIn(text: string): EntryNode | null {
  try {
    return readEntry(text);
  } catch (error) {
    if (error instanceof MalformedFile) return null;
    throw error;
  }
}
