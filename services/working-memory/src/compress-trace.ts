import { type CompressedTrace, OperationError, type Scope } from '@agent-mem/contract';
import type { KeyValue } from '@agent-mem/storage';
import { type CompressPlan, planCompression } from './domain/compress.ts';
import { standingTrace, type Trace, type TraceSummary, tokensOfAll } from './domain/trace.ts';
import type { Request, StartContext } from './handler.ts';
import { traceStore } from './trace-store.ts';

/** What compressing came to. */
export interface Compressed {
  readonly tokens: number;
  /** `null`: the trace was short enough, or had nothing older than what stays. */
  readonly method: TraceSummary['method'] | null;
  /** What stands for the older steps; absent: nothing does. */
  readonly record: CompressedTrace | undefined;
}

/** Part of the budget from which on a trace is compressed, so that it is done before the trace is over it. */
const earlyShare = 0.8;

/** Summaries that may be overtaken by others before it is given up. */
const mostTries = 5;

/**
 * Has the older steps of a trace written down and stores the summary. Items are only ever appended, so what comes meanwhile is not lost;
 * a summary that was stored meanwhile is looked at anew.
 */
export async function compressTrace(
  context: { readonly keyValue: KeyValue; readonly config: StartContext['config'] },
  scope: Scope,
  request: Request<'compress'>,
  summarise: (trace: Trace, plan: CompressPlan) => Promise<TraceSummary>,
): Promise<Compressed> {
  const { config } = context;
  const store = traceStore({ ...context, scope }, request.invocation_id);
  const options = {
    maxTokens: request.max_tokens ?? config.WORKING_MEMORY_THRESHOLD,
    keepRecent: request.keep_recent ?? config.WORKING_MEMORY_KEEP_RECENT,
    question: request.question,
  };
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const { trace, summaryVersion } = await store.find();
    const tokens = tokensOfAll(standingTrace(trace));
    const plan = tokens >= options.maxTokens * earlyShare ? planCompression(trace, options) : null;
    if (!plan) return { tokens, method: null, record: trace.summary?.record };
    const summary = await summarise(trace, plan);
    if (await store.storeSummary(summary, summaryVersion)) {
      // Discarded while it was written: nothing of it stays.
      if (!(await store.read())) await store.drop();
      const { method, record } = summary;
      return { tokens: tokensOfAll(standingTrace({ ...trace, summary })), method, record };
    }
  }
  throw new OperationError('aborted', `Working memory of ${request.invocation_id} is being compressed by others; ask again`);
}
