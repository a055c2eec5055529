import { conversationNodeId, newId } from '@agent-mem/contract';
import { branchOf } from '../domain/branch.ts';
import { conversationMessage, conversationWrite } from '../domain/conversation.ts';
import { newEdge } from '../domain/edge.ts';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { placeOfMessage } from '../view/place-of-message.ts';

/** Starts a conversation that shows another's messages up to one of them. Nothing is copied: each message stays one. */
export async function branch(request: Request<'branch'>, context: Context): Answer<'branch'> {
  const { clock, config, graph, metrics, scope } = context;
  const conversation = await findConversation(graph, scope, request.conversation_id);
  const cut = await placeOfMessage(context, conversation, request.from_message_id, 'from_message_id');

  const now = new Date(clock.now()).toISOString();
  const started = branchOf(conversation, cut, { id: newId('conv', clock.now()), title: request.title, now });
  const edge = newEdge('HAS_BRANCH', conversationNodeId(conversation.id), conversationNodeId(started.id), now);
  const write = conversationWrite(started, now, config.CONVERSATION_IDLE_SECONDS);
  const answer = {
    conversation_id: started.id,
    conversation: conversationMessage({ ...started, version: 1 }, { weight: false }),
  };
  await graph.commit(scope, { nodes: [write], edges: [edge] }, answer);
  metrics.memories('Conversation', 1);
  return answer;
}
