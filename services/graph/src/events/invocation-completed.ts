import { conflictsRetried } from '@agent-mem/runtime';
import type { EventHandler } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';
import { isUsedIn } from '../domain/feedback/used-in.ts';
import { isShown, textOf } from '../domain/nodes/node-message.ts';
import { judgeAnswers } from '../feedback/judge-answers.ts';
import { ownRewards } from '../feedback/own-rewards.ts';

/** More memories are not compared with an answer. */
const mostInjected = 200;

/** Takes the memories that the answer of an invocation uses to have answered its question, once; of one that failed nothing. */
export const invocationCompleted: EventHandler<Config> = async (event, context) => {
  const done = event.data.invocation_completed;
  if (!context.config.LEARN_FROM_ANSWERS || !done?.success || !done.receipt_id || done.question.trim() === '') return;
  const { receipt_id: receiptId, question } = done;
  const { graph, scope, analysis, clock, index, signal } = context;
  const injected = await graph.get(scope, done.injected_ids.slice(0, mostInjected));
  const used = injected.filter((node) => isShown(node) && isUsedIn(textOf(node), done, analysis.language));
  const judgement = {
    ...{ receiptId, question, conversationId: event.conversation_id || null },
    ...{ items: used.map(({ id }) => id), reward: ownRewards.used, judgedBy: 'answer' as const },
  };
  const indexed = await conflictsRetried(signal, async () => {
    const judged = await judgeAnswers(graph, scope, judgement, clock.now());
    await graph.commit(scope, judged.change, { changed: judged.changed });
    return judged.indexed;
  });
  if (indexed.length > 0) await index(scope, indexed, { signal });
};
