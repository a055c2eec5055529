import { type Init, type Message, OperationError } from '@agent-mem/contract';
import { countFitting } from '@agent-mem/runtime';
import { nodesById } from '@agent-mem/storage';
import { messageMessage, relatedIds } from '../domain/message.ts';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { parting } from '../view/parting.ts';
import type { PlacedMessage } from '../view/read-view.ts';

/** What each of two conversations has and the other has not, from where they part. */
export async function diff(request: Request<'diff'>, context: Context): Answer<'diff'> {
  const { graph, scope } = context;
  if (request.conversation_id === request.other_conversation_id) {
    throw new OperationError('invalid-argument', 'other_conversation_id: is the conversation itself');
  }
  const conversation = await findConversation(graph, scope, request.conversation_id);
  const otherConversation = await findConversation(graph, scope, request.other_conversation_id);
  const { common, one, other } = await parting(graph, scope, conversation, otherConversation);

  const [mine, theirs] = [onlyIn(one, other), onlyIn(other, one)];
  const messages = await messagesOf([...mine, ...theirs], context);
  const fitting = countFitting(messages);
  return {
    common_message_id: common?.mark.id ?? null,
    only_in_conversation: messages.slice(0, Math.min(fitting, mine.length)),
    only_in_other: messages.slice(mine.length, Math.max(fitting, mine.length)),
    left_out: messages.length - fitting,
  };
}

function onlyIn(one: readonly PlacedMessage[], other: readonly PlacedMessage[]): readonly PlacedMessage[] {
  const ids = new Set(other.map(({ node }) => node.id));
  return one.filter(({ node }) => !ids.has(node.id) && (node.status === 'ACTIVE' || node.status === 'ARCHIVED'));
}

async function messagesOf(placed: readonly PlacedMessage[], { graph, scope }: Context): Promise<readonly Init<Message>[]> {
  const ids = placed.flatMap(({ node }) => relatedIds(node));
  const related = await nodesById(graph, scope, ids);
  const view = { toolCalls: true, reasoning: true, weights: false };
  return placed.map(({ node, position }) => ({ ...messageMessage(node, view, related), ordinal: position }));
}
