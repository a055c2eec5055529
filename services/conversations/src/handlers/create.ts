import { newId, OperationError } from '@agent-mem/contract';
import { checkCarriable } from '@agent-mem/runtime';
import { conversationMessage, conversationWrite, liveConversation, startConversation } from '../domain/conversation.ts';
import { newConversation } from '../domain/title.ts';
import { conversationNode } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';

/** Starts a conversation. One of the same id that was deleted stays deleted; the new one is empty. */
export async function create(request: Request<'create'>, context: Context): Answer<'create'> {
  const { clock, config, graph, metrics, scope } = context;
  const now = new Date(clock.now()).toISOString();
  checkCarriable('conversation', request);
  const id = request.conversation_id || newId('conv', clock.now());
  const node = await conversationNode(graph, scope, id);
  if (liveConversation(node)) throw new OperationError('already-exists', `Conversation ${id} already exists`);
  const started = startConversation(id, node, now, request);
  const conversation = { ...started, title: started.title ?? newConversation };
  const written = { ...conversation, version: conversation.version + 1 };
  const answer = { conversation_id: id, conversation: conversationMessage(written, { weight: false }) };
  await graph.commit(scope, { nodes: [conversationWrite(conversation, now, config.CONVERSATION_IDLE_SECONDS)] }, answer);
  metrics.memories('Conversation', 1);
  return answer;
}
