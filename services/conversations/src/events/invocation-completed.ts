import type { Event, InvocationCompleted } from '@agent-mem/contract';
import { conflictsRetried, modelAnswer } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import { appendMessages } from '../domain/append.ts';
import { conversationOf, conversationWrite, liveConversation, openConversation } from '../domain/conversation.ts';
import { exchangeOf } from '../domain/exchange.ts';
import { keepInvocation } from '../domain/invocation.ts';
import type { MessageDraft } from '../domain/message.ts';
import { invocationSummary, readSummary } from '../domain/summary.ts';
import { conversationNode } from '../find-conversation.ts';
import type { OnEventContext } from '../handler.ts';

/**
 * Keeps what an invocation did and what was said in it, once: in one commit, under ids made of the invocation's id.
 * A conversation that was deleted after the invocation had ended stays deleted.
 */
export async function onInvocationCompleted(event: Event, context: OnEventContext): Promise<void> {
  const completed = event.data.invocation_completed;
  if (!completed || event.conversation_id === '') return;
  const messages = exchangeOf(completed, event.timestamp);
  if (await isDone(completed, messages, context)) return;

  // The model is slow and looks at nothing but the event: what it says holds however often the commit is tried.
  const summary = invocationSummary(completed, await whatTheModelSays(completed, context));
  await conflictsRetried(context.signal, () => keep(event, completed.invocation_id, summary, messages, context));
  await context.index(
    context.scope,
    messages.map((message) => message.id),
    { signal: context.signal },
  );
}

async function isDone(completed: InvocationCompleted, messages: readonly MessageDraft[], { graph, scope }: OnEventContext) {
  const ids = [completed.invocation_id, ...messages.map((message) => message.id)];
  return (await graph.get(scope, ids)).length === ids.length;
}

/** One sentence, or `null` where rules have to say it: a summary is worth no second try at a model that failed. */
async function whatTheModelSays(completed: InvocationCompleted, context: OnEventContext): Promise<string | null> {
  const steps = completed.steps.map(({ thought, action, arguments: given, observation, from_memory }) => ({
    thought,
    action,
    arguments: given,
    observation,
    from_memory,
  }));
  const variables = { question: completed.question, steps, answer: completed.answer };
  try {
    return await modelAnswer(context, 'summarise-invocation', variables, readSummary);
  } catch (error) {
    if (context.signal.aborted) throw error;
    return null;
  }
}

async function keep(
  event: Event,
  invocationId: string,
  summary: ReturnType<typeof invocationSummary>,
  messages: readonly MessageDraft[],
  context: OnEventContext,
): Promise<void> {
  const { clock, config, graph, metrics, scope } = context;
  const now = new Date(clock.now()).toISOString();
  const node = await conversationNode(graph, scope, event.conversation_id);
  if (node && wasDeletedAfter(node, event)) return;

  const written = await graph.get(scope, [invocationId, ...messages.map((message) => message.id)]);
  const isWritten = (id: string) => written.some((known) => known.id === id);
  const missing = messages.filter((message) => !isWritten(message.id));
  const appended = appendMessages(scope, openConversation(event.conversation_id, node, now), missing, now);
  // A client may have told us of this invocation by Update before the event came.
  const kept = isWritten(invocationId)
    ? { conversation: appended.conversation, nodes: [], edges: [] }
    : keepInvocation(appended.conversation, { id: invocationId, ...summary, timestamp: event.timestamp }, now);
  await graph.commit(
    scope,
    {
      nodes: [conversationWrite(kept.conversation, now, config.CONVERSATION_IDLE_SECONDS), ...appended.nodes, ...kept.nodes],
      edges: [...appended.edges, ...kept.edges],
      events: appended.events,
    },
    { invocation_id: invocationId },
  );
  metrics.memories('Message', missing.length);
  if (!liveConversation(node)) metrics.memories('Conversation', 1);
  metrics.memories('Invocation', kept.nodes.length);
}

function wasDeletedAfter(node: GraphNode, event: Event): boolean {
  const isGone = node.status === 'DELETED' || (node.status === 'ACTIVE' && conversationOf(node).state === 'deleting');
  return isGone && node.updatedAt >= event.timestamp;
}
