import { conversationNodeId, type Event, type InvocationCompleted } from '@agent-mem/contract';
import { noteUses } from '@agent-mem/retention';
import { conflictsRetried, turnFor } from '@agent-mem/runtime';
import { modelAnswer, withinBudget } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import { appendMessages } from '../domain/append.ts';
import { conversationOf, conversationWrite, liveConversation, openConversation } from '../domain/conversation.ts';
import { exchangeOf } from '../domain/exchange.ts';
import { addInvocation, isExchangeStored, withExchange } from '../domain/invocation.ts';
import type { NewMessage } from '../domain/message.ts';
import { hasCalled, invocationSummary, readSummary } from '../domain/summary/invocation-summary.ts';
import { conversationNode } from '../find-conversation.ts';
import type { OnEventContext } from '../handler.ts';

/**
 * Stores what an invocation did and what was said in it, once, even if another event reports it again: in one commit, and its node says so.
 * A conversation that was deleted after the invocation had ended stays deleted.
 */
export async function onInvocationCompleted(event: Event, context: OnEventContext): Promise<void> {
  const completed = event.data.invocation_completed;
  if (!completed || event.conversation_id === '') return;
  if (isExchangeStored(await invocationNode(completed.invocation_id, context))) return;

  // The model is slow and looks at nothing but the event: what it says holds however often the commit is tried.
  const summary = invocationSummary(completed, await whatTheModelSays(completed, context));
  const messages = exchangeOf(completed, event.timestamp, context.clock.now());
  // The caller may say that nothing is to be made of the conversation as a whole.
  const idleSeconds = completed.metadata.conversation_end === 'never' ? null : context.config.CONVERSATION_IDLE_SECONDS;
  await conflictsRetried(context.signal, () => store(event, completed.invocation_id, summary, messages, idleSeconds, context));
  await noteUses(context.keyValue, context.scope, completed.injected_ids, context.clock.now()).catch((err: unknown) =>
    context.log.warn({ err }, 'what an invocation used of memory is not counted'),
  );
  await context.index(
    context.scope,
    messages.map((message) => message.id),
    { signal: context.signal },
  );
}

async function invocationNode(id: string, { graph, scope }: OnEventContext): Promise<GraphNode | undefined> {
  const [node] = await graph.get(scope, [id]);
  return node;
}

/** One sentence, or `null` where rules have to say it: a summary is worth no second try at a model that failed. */
async function whatTheModelSays(completed: InvocationCompleted, context: OnEventContext): Promise<string | null> {
  const steps = completed.steps.map(({ thought, action, arguments: given, observation, success, from_memory }) => ({
    thought,
    action,
    arguments: given,
    observation,
    success,
    from_memory,
  }));
  const variables = { question: completed.question, steps, answer: completed.success ? completed.answer : '' };
  // Question and answer stand beside the summary: of an answer without a call there is nothing more to say.
  if (!hasCalled(completed) || context.modelAbsence.isAway(context.chatModel.id)) return null;
  try {
    const asked = await withinBudget(context, (counting) =>
      modelAnswer(counting, 'summarise-invocation', variables, readSummary),
    );
    return asked?.value ?? null;
  } catch (error) {
    if (context.signal.aborted) throw error;
    context.modelAbsence.failed(context.chatModel.id);
    return null;
  }
}

async function store(
  event: Event,
  invocationId: string,
  summary: ReturnType<typeof invocationSummary>,
  messages: readonly NewMessage[],
  idleSeconds: number | null,
  context: OnEventContext,
): Promise<void> {
  const { clock, graph, metrics, scope } = context;
  const now = new Date(clock.now()).toISOString();
  const node = await openNode(event.conversation_id, context);
  if (node && wasDeletedAfter(node, event)) return;

  // A client may have sent this invocation by Update before the event came.
  const known = await invocationNode(invocationId, context);
  if (isExchangeStored(known)) return;
  const { extract_facts: learns = false, flow = null } = event.data.invocation_completed ?? {};
  const open = openConversation(node?.conversationId ?? event.conversation_id, node, now);
  await turnFor(...messages.map(({ content }) => content));
  const appended = appendMessages(scope, { ...open, flow }, messages, now, { embeds: context.config.EMBED_MESSAGES });
  await turnFor(...messages.map(({ content }) => content));
  const message_ids = messages.map((message) => message.id);
  const invocation = { id: invocationId, ...summary, timestamp: event.timestamp, message_ids, learns };
  const added = known
    ? { conversation: appended.conversation, nodes: [withExchange(known, invocation, now)], edges: [] }
    : addInvocation(appended.conversation, invocation, now);
  await graph.commit(
    scope,
    {
      nodes: [conversationWrite(added.conversation, now, idleSeconds), ...appended.nodes, ...added.nodes],
      edges: [...appended.edges, ...added.edges],
      events: appended.events,
    },
    { invocation_id: invocationId },
  );
  metrics.memories('Message', messages.length);
  if (!liveConversation(node)) metrics.memories('Conversation', 1);
  if (!known) metrics.memories('Invocation', 1);
}

/**
 * The node of the conversation; of one that was merged since, that of the conversation that shows it now. Where stored conversations are
 * merged in a circle, the last of them takes the exchange and is merged no more.
 */
async function openNode(id: string, { graph, scope }: OnEventContext): Promise<GraphNode | undefined> {
  const passed = new Set<string>();
  for (let name = id; ; ) {
    const node = await conversationNode(graph, scope, name);
    const into = liveConversation(node)?.merged_into;
    if (!node || !into) return node;
    passed.add(node.id);
    if (passed.has(conversationNodeId(into))) return { ...node, properties: { ...node.properties, merged_into: null } };
    name = into;
  }
}

function wasDeletedAfter(node: GraphNode, event: Event): boolean {
  const isGone = node.status === 'DELETED' || (node.status === 'ACTIVE' && conversationOf(node).state === 'deleting');
  return isGone && node.updatedAt >= event.timestamp;
}
