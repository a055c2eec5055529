import { OperationError } from '@agent-mem/contract';
import { memoryIsOff, readScopeRules } from '@agent-mem/policy';
import { startJob } from '@agent-mem/service-kit';
import { insightForm } from '../domain/insights/insight-form.ts';
import { insightsKind } from '../domain/insights/insight-job.ts';
import { findConversation } from '../find-conversation.ts';
import type { Answer, Context, Request } from '../handler.ts';

/** Stores the job that makes the insights: a model may take minutes. What the job comes to is added to the answer later. */
export async function insights(request: Request<'insights'>, context: Context): Answer<'insights'> {
  const { items, task, output_schema } = request;
  insightForm(request);
  const single = request.conversation_ids.length === 0;
  const ids = await conversationsOf(request, context);
  const job = await startJob(
    {
      service: 'conversations',
      kind: insightsKind,
      subject: single ? (ids[0] ?? null) : null,
      conversationIds: ids,
      input: { conversation_ids: ids, single, items, task, output_schema },
      waitingClient: context.notices.client,
    },
    context,
  );
  return { job_id: job.id };
}

/** By their own names, each once. */
async function conversationsOf({ conversation_id, conversation_ids }: Request<'insights'>, context: Context) {
  const { defaultSettings, graph, scope } = context;
  const asked = [...new Set([...(conversation_id ? [conversation_id] : []), ...conversation_ids])];
  if (asked.length === 0) throw new OperationError('invalid-argument', 'conversation_id: is required, or conversation_ids');
  const found = await Promise.all(asked.map((id) => findConversation(graph, scope, id)));
  const rules = await Promise.all(found.map(({ id }) => readScopeRules({ graph, defaultSettings }, scope, id)));
  if (rules.some(({ memory }) => memory === 'off')) throw memoryIsOff();
  return [...new Set(found.map(({ id }) => id))];
}
