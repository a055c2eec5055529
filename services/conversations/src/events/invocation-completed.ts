import type { Event, InvocationCompleted } from '@agent-mem/contract';
import { conflictsRetried } from '@agent-mem/runtime';
import { modelAnswer, withinBudget } from '@agent-mem/service-kit';
import { changedInvocation, isSaidByRules } from '../domain/invocation.ts';
import { hasCalled, invocationSummary, readSummary } from '../domain/summary/invocation-summary.ts';
import type { OnEventContext } from '../handler.ts';
import { invocationNode, storeInvocation } from '../invocations/store-invocation.ts';

/** Stores an invocation that its agent has not stored, and has a model say what was done, once: what was said is not held up by the model. */
export async function onInvocationCompleted(event: Event, context: OnEventContext): Promise<void> {
  const completed = event.data.invocation_completed;
  if (!completed || event.conversation_id === '') return;
  await storeInvocation({ conversationId: event.conversation_id, endedAt: event.timestamp, completed }, context);
  // Question and answer stand beside the summary: of an answer without a call there is nothing more to say.
  if (!hasCalled(completed) || !(await nodeSaidByRules(completed, context))) return;
  const did = await whatTheModelSays(completed, context);
  if (did !== null) await conflictsRetried(context.signal, () => noteSummary(completed, did, context));
}

async function nodeSaidByRules(completed: InvocationCompleted, context: OnEventContext) {
  const node = await invocationNode(completed.invocation_id, context);
  return node && isSaidByRules(node, completed) ? node : null;
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
  if (context.modelAbsence.isAway(context.chatModel.id)) return null;
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

async function noteSummary(completed: InvocationCompleted, did: string, context: OnEventContext): Promise<void> {
  const node = await nodeSaidByRules(completed, context);
  if (!node) return;
  const now = new Date(context.clock.now()).toISOString();
  const { summary } = invocationSummary(completed, did);
  const written = changedInvocation(node, { summary }, now);
  await context.graph.commit(context.scope, { nodes: [written] }, { invocation_id: completed.invocation_id });
}
