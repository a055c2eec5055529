import type { GraphNode, JsonObject } from '@agent-mem/storage';
import { canonicalJson } from '@agent-mem/contract';
import { documentOfNode, type EntryNode, MalformedFile, readEntry } from '@agent-mem/vault';
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

/** Whether two states of an entry say the same; when they were written, and what they still wait for, is no part of it. */
export function saysTheSame(one: EntryNode, other: EntryNode): boolean {
  return canonicalJson(saidIn(one)) === canonicalJson(saidIn(other));
}

function saidIn(node: EntryNode): JsonObject {
  const { version: _, updated_at: __, unreconciled: ___, ...members } = documentOfNode(node).members;
  return { ...members, body: String(node.properties.content ?? '') };
}

function entryIn(text: string): EntryNode | null {
  try {
    return readEntry(text);
  } catch (error) {
    if (error instanceof MalformedFile) return null;
    throw error;
  }
}
