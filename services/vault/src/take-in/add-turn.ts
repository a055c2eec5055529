import type { HandChangeOf } from '@agent-mem/vault';
import { writeNode } from '../write/write-node.ts';
import { conversationOfFolder } from './conversation-of-folder.ts';
import { scopeMembers, type Taking } from './taking.ts';

const roles = ['user', 'assistant', 'system', 'tool'] as const;

/** Appends a new file of `turns/` to its conversation, and gives it the name of the layout. */
export async function addTurn(
  { path, place, sha256, modifiedAt, document }: HandChangeOf<'added'>,
  taking: Taking,
): Promise<void> {
  const { caller, files, graph, scope } = taking;
  const role = roles.find((each) => each === place.role);
  if (!role) return taking.refuse(path, null, `turns/ has folders ${roles.join(', ')}, and no ${place.role}`);
  const conversation_id = await conversationOfFolder(place, taking);
  if (conversation_id === null) return taking.refuse(path, null, 'a turn belongs to a conversation, and its folder is of none');
  const request = { ...scopeMembers(taking), conversation_id, role, content: document.body };
  const { message_id } = await caller.call('conversations', 'append_message', request, {
    idempotencyKey: `vault ${path} ${sha256} ${modifiedAt}`,
  });
  const [node] = await graph.get(scope, [message_id]);
  if (!node) return;
  await writeNode(node, taking);
  if (taking.snapshot.ofNode(message_id)?.path !== path) await files.removeText(path, sha256);
}
