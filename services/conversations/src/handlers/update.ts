import { newId } from '@agent-mem/contract';
import { checkCarriable } from '@agent-mem/runtime';
import { conversationWrite, liveConversation, openConversation } from '../domain/conversation.ts';
import { addInvocation } from '../domain/invocation.ts';
import { conversationNode } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';

/** Keeps the summary of one invocation, once by its invocation_id. */
export async function update(request: Request<'update'>, context: Context): Answer<'update'> {
  const { clock, config, graph, metrics, scope } = context;
  const { invocation_summary: summary } = request;
  checkCarriable('invocation_summary', summary);
  const now = new Date(clock.now()).toISOString();
  const id = summary.invocation_id || newId('inv', clock.now());
  if (await isStored(context, id)) return { success: true };

  const node = await conversationNode(graph, scope, request.conversation_id);
  const opened = openConversation(request.conversation_id, node, now);
  const { query, result, timestamp } = summary;
  const invocation = {
    id,
    query,
    summary: summary.summary,
    result,
    timestamp: timestamp || now,
    message_ids: null,
    learns: false,
  };
  const added = addInvocation(opened, invocation, now);
  const conversation = conversationWrite(added.conversation, now, config.CONVERSATION_IDLE_SECONDS);
  await graph.commit(scope, { nodes: [conversation, ...added.nodes], edges: added.edges }, { success: true });
  metrics.memories('Invocation', 1);
  if (!liveConversation(node)) metrics.memories('Conversation', 1);
  return { success: true };
}

/** Ids of invocations are never used again, so one that was stored and then deleted also counts. */
async function isStored({ graph, scope }: Context, id: string): Promise<boolean> {
  const [node] = await graph.get(scope, [id]);
  return node !== undefined;
}
