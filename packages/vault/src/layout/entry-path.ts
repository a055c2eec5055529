import type { GraphNode, NodeKind } from '@agent-mem/storage';
import { bareId } from './entry-id.ts';
import { safeName } from './safe-name.ts';

/** Kinds of nodes that have a file. */
export const entryKinds = ['Fact', 'Message', 'ConversationSummary', 'Conversation'] as const satisfies readonly NodeKind[];

/** What decides where the file of a node lies. */
export type PlacedNode = Pick<GraphNode, 'id' | 'kind' | 'status' | 'conversationId' | 'createdAt' | 'properties'>;

/** The folder of what has no conversation. */
const globalFolder = 'global';

/**
 * Where the file of a node lies, from the folder of its scope, with `/` between names. What is in use no more lies in `deleted/`.
 *
 * @param ordinal of a summary's chunk or group among those of its conversation, from 0.
 */
export function entryPath(node: PlacedNode, ordinal = 0): string {
  const folder = `entries/${conversationFolder(node.conversationId)}`;
  if (node.kind === 'Conversation') return `${folder}/conversation.md`;
  const kept = node.status === 'ACTIVE' ? '' : '/deleted';
  return `${folder}${kept}/${placeInConversation(node, ordinal)}`;
}

/** The folder of a conversation in `entries/`; `null`: of what has none. */
export function conversationFolder(conversationId: string | null): string {
  if (conversationId === null) return globalFolder;
  const name = safeName(conversationId);
  // A conversation may have this name too.
  return name === globalFolder ? `${globalFolder}~` : name;
}

function placeInConversation({ id, kind, createdAt, properties }: PlacedNode, ordinal: number): string {
  const name = `${createdAt.replaceAll(':', '-')}__${bareId(id)}.md`;
  if (kind === 'Fact') return `facts/${name}`;
  if (kind === 'Message') return `turns/${safeName(String(properties.role ?? 'user'))}/${name}`;
  switch (properties.tier) {
    case 'L1':
      return `summaries/L1/chunk_${ordinal}.md`;
    case 'L2':
      return `summaries/L2/group_${ordinal}.md`;
    default:
      return 'summaries/L3/final.md';
  }
}
