import type { Scope } from '@agent-mem/contract';
import { readQuestion } from '@agent-mem/recall';
import { conflictsRetried } from '@agent-mem/runtime';
import { activeMessage, type EventHandler, isCorrection, type OwnGraph, storedMessage } from '@agent-mem/service-kit';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { countedEdges, feedbackNodeId } from '../domain/feedback/counted-feedback.ts';
import { judgeAnswers } from '../feedback/judge-answers.ts';
import { ownRewards } from '../feedback/own-rewards.ts';

/** Among so many messages before it the user's last is looked for. */
const mostMessages = 100;

/** Where a user's message corrects the answer before it, the memories that this answer used have misled: the same message says so once. */
export const messageAppended: EventHandler<Config> = async (event, context) => {
  const { message_id = '', role } = event.data.message_appended ?? {};
  if (!context.config.LEARN_FROM_ANSWERS || role !== 'user') return;
  const { graph, scope, clock, signal } = context;
  const message = await activeMessage(message_id, context);
  if (!message || !isCorrection(storedMessage.read(message.properties).content)) return;
  const receiptId = await receiptBefore(message, graph, scope);
  if (receiptId === null) return;
  await conflictsRetried(signal, async () => {
    const used = await usedMemories(receiptId, graph, scope);
    if (used === null) return;
    const corrected = { ...used, receiptId, reward: ownRewards.corrected, judgedBy: 'answer' as const };
    const { change, changed } = await judgeAnswers(graph, scope, corrected, clock.now());
    await graph.commit(scope, change, { changed });
  });
};

/** The receipt of the invocation in which the user spoke last before a message; `null`: it was in none. */
async function receiptBefore(message: GraphNode, graph: Pick<OwnGraph, 'find'>, scope: Scope): Promise<string | null> {
  const { items } = await graph.find(scope, {
    kinds: ['Message'],
    conversationId: message.conversationId ?? '',
    ordinals: { to: (message.ordinal ?? 1) - 1 },
    order: 'ordinal',
    descending: true,
    limit: mostMessages,
  });
  const asked = items.map(({ properties }) => storedMessage.read(properties)).find(({ role }) => role === 'user');
  const invocationId = asked?.metadata.invocation_id;
  return typeof invocationId === 'string' ? invocationId.replace(/^inv_/, 'rcpt_') : null;
}

/** What the answer of a receipt used, and for which question; `null`: nothing. */
async function usedMemories(receiptId: string, graph: Pick<OwnGraph, 'get' | 'edges'>, scope: Scope) {
  const [counted] = await graph.get(scope, [feedbackNodeId(receiptId, ownRewards.used, 'answer')]);
  const edges = await graph.edges(scope, [...countedEdges(counted)]);
  const [asked] = await graph.get(scope, [...new Set(edges.map(({ from }) => from))]);
  if (!counted || !asked) return null;
  return { question: readQuestion(asked), conversationId: counted.conversationId, items: edges.map(({ to }) => to) };
}
