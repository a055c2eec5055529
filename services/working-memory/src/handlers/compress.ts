import { excerptOf } from '@agent-mem/recall/excerpt';
import { askForJson, summedUsage } from '@agent-mem/service-kit';
import { compressTrace } from '../compress-trace.ts';
import { compressions } from '../compressions.ts';
import { type CompressPlan, compressedSummary } from '../domain/compress.ts';
import { additionAnswer, checkedAddition } from '../domain/model-addition.ts';
import type { Addition } from '../domain/record.ts';
import type { Trace } from '../domain/trace.ts';
import { writtenRecord } from '../domain/written-record.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { traceStore } from '../trace-store.ts';

/** Time reserved for the rules and the store when the model does not answer before the caller's deadline. */
const graceMs = 500;
/** Most tokens the model is shown of one item, and of what was written down before. */
const maxItemTokens = 1_000;
const maxRecordTokens = 1_000;

/** Has the older steps written down and stores the record instead of them. Once the request is recorded, it is done even if this process dies. */
export async function compress(request: Request<'compress'>, context: Context): Answer<'compress'> {
  const { config, keyValue, scope } = context;
  await traceStore(context, request.invocation_id).find();
  const id = request.invocation_id;
  await compressions.write(keyValue, { scope, id, run: request }, config.WORKING_MEMORY_TTL_SECONDS * 1_000);
  await context.accepted();
  const asking = summedUsage(context);
  try {
    const { method, record, tokens } = await compressTrace(context, scope, request, async (trace, plan) =>
      compressedSummary(trace, plan, request.question, await additionByModel(trace, plan, asking.context)),
    );
    const done = { token_count: tokens, compressed: method !== null, method: method ?? '', usage: asking.usage() };
    return { ...done, ...(record ? { record } : {}) };
  } finally {
    await compressions.forget(keyValue, scope, id);
  }
}

/** `null`: there is no model, or it fails, is late, or writes what cannot be used. */
async function additionByModel(trace: Trace, plan: CompressPlan, context: Context): Promise<Addition | null> {
  const endsAt = context.clock.now() + context.timeLeftMs(context.config.MODEL_TIMEOUT_MS + graceMs) - graceMs;
  const timeMs = () => Math.max(0, endsAt - context.clock.now());
  if (timeMs() === 0) return null;
  const items = plan.added.steps.flatMap(({ step, ordinal }) =>
    step.items.map(({ type, content }) => ({ step: ordinal, type, content: excerptOf(content, maxItemTokens) })),
  );
  const record = writtenRecord(plan.record, maxRecordTokens);
  const variables = { goal: trace.goal?.content ?? '', record, items, max_tokens: plan.paragraphTokens };
  // A second question has what the first one left of the time.
  const config = {
    ...context.config,
    get MODEL_TIMEOUT_MS() {
      return timeMs();
    },
  };
  try {
    const addition = await askForJson({ ...context, config }, 'summarise-steps', variables, additionAnswer(plan));
    return addition && checkedAddition(addition, plan);
  } catch (error) {
    if (context.signal.aborted) throw error;
    context.log.warn({ err: error }, 'no model summarised the steps; rules do');
    return null;
  }
}
