import { isByRules } from '@agent-mem/llm';
import { modelAnswer, summedUsage } from '@agent-mem/service-kit';
import { compressTrace } from '../compress-trace.ts';
import { compressions } from '../compressions.ts';
import { type CompressPlan, readParagraph, summaryByModel, summaryByRules } from '../domain/compress.ts';
import { cutToTokens } from '../domain/cut.ts';
import type { Trace, TraceSummary } from '../domain/trace.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { findTrace } from '../trace-store.ts';

/** Time reserved for the rules and the store when the model does not answer before the caller's deadline. */
const graceMs = 500;
/** Most tokens the model is shown of one item. */
const maxItemTokens = 1_000;

/** Has the older steps summarised and stores the summary instead of them. Once the request is recorded, it is done even if this process dies. */
export async function compress(request: Request<'compress'>, context: Context): Answer<'compress'> {
  const { config, keyValue, scope } = context;
  await findTrace(keyValue, scope, request.invocation_id);
  const id = request.invocation_id;
  await compressions.write(keyValue, { scope, id, run: request }, config.WORKING_MEMORY_TTL_SECONDS * 1_000);
  context.accepted();
  const asking = summedUsage(context);
  try {
    const { method, tokens } = await compressTrace(context, scope, request, (trace, plan) =>
      summarise(trace, plan, request, asking.context),
    );
    return { token_count: tokens, compressed: method !== null, method: method ?? '', usage: asking.usage() };
  } finally {
    await compressions.forget(keyValue, scope, id);
  }
}

/** By the model; by rules where it fails, is late, or writes what cannot be used. */
async function summarise(
  trace: Trace,
  plan: CompressPlan,
  request: Request<'compress'>,
  context: Context,
): Promise<TraceSummary> {
  const answer = await askForParagraph(trace, plan, context);
  if (answer === null) return summaryByRules(trace, plan, request.question);
  const summary = summaryByModel(trace, plan, request.question, answer);
  return isByRules(context.chatModel) ? { ...summary, method: 'rules' } : summary;
}

async function askForParagraph(trace: Trace, plan: CompressPlan, context: Context): Promise<string | null> {
  const timeMs = context.timeLeftMs(context.config.MODEL_TIMEOUT_MS + graceMs) - graceMs;
  if (timeMs <= 0) return null;
  const { goal, items, summary } = trace;
  const promptItems = [
    ...(summary ? [{ type: 'summary', content: summary.content }] : []),
    ...items
      .slice(summary?.covers ?? 0, plan.covers)
      .map(({ type, content }) => ({ type, content: cutToTokens(content, maxItemTokens) })),
  ];
  const asking = { ...context, config: { ...context.config, MODEL_TIMEOUT_MS: timeMs } };
  const variables = { goal: goal?.content ?? '', items: promptItems, max_tokens: plan.modelTokens };
  try {
    return await modelAnswer(asking, 'summarise-steps', variables, (answer) => readParagraph(answer, plan.modelTokens));
  } catch (error) {
    if (context.signal.aborted) throw error;
    return null;
  }
}
