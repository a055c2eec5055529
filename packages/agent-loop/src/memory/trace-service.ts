import { limits, neverAborted, type ReceiptTier, type Scope, type WorkingMemoryItem } from '@agent-mem/contract';
import { excerptInBytes } from '@agent-mem/recall/excerpt';
import { timeLimit } from '@agent-mem/runtime';
import type { Invocation } from '../invocation.ts';
import type { LoopContext } from '../loop-context.ts';
import { createBackgroundCompression, earlyShare } from './background-compression.ts';

/** The trace of an invocation at the working-memory service. */
export interface TraceService {
  /** Sends the items that the service does not have, the goal before the first of them. Answers whether the trace is over the threshold. */
  append(
    items: readonly WorkingMemoryItem[],
    goalOf: (signal: AbortSignal) => Promise<string>,
    signal: AbortSignal,
  ): Promise<boolean>;
  /** The trace within the threshold. */
  assemble(signal: AbortSignal): Promise<Pick<ReceiptTier, 'left_out' | 'ms'> & { readonly items: readonly WorkingMemoryItem[] }>;
  /** Ends a compression under way, and drops the trace if the service `answers`. Never rejects. */
  discard(answers: boolean): Promise<void>;
}

/** Most items of one append, and most bytes: a message of the bus holds them. */
const mostItems = 100;
const mostBytes = 400_000;

/** The trace of this invocation, which answers this question. From four fifths of the threshold on it is compressed beside the steps. */
export function createTraceService(
  { caller, clock, config, log, onUsage }: LoopContext,
  scope: Scope,
  { invocationId }: Pick<Invocation, 'invocationId'>,
  question: string,
): TraceService {
  const threshold = config.WORKING_MEMORY_THRESHOLD;
  const trace = { ...scope, invocation_id: invocationId };
  const shortened = { ...trace, max_tokens: threshold, question: excerptInBytes(question, limits.textBytes) };
  const compression = createBackgroundCompression(log, compress);
  let appended = 0;
  let isUsed = false;
  let isOver = false;

  async function compress(signal: AbortSignal): Promise<void> {
    const compressed = await timed(config.MODEL_TIMEOUT_MS, signal, (options) =>
      caller.call('working-memory', 'compress', shortened, options),
    );
    // A service of an earlier version does not say.
    onUsage?.(compressed.usage ?? []);
  }

  async function timed<Answer>(
    timeoutMs: number,
    signal: AbortSignal,
    ask: (options: { readonly timeoutMs: number; readonly signal: AbortSignal }) => Promise<Answer>,
  ): Promise<Answer> {
    using limit = timeLimit(clock, timeoutMs, signal);
    return await limit.race(ask({ timeoutMs, signal: limit.signal }));
  }

  return {
    async append(items, goalOf, signal) {
      if (appended >= items.length) return isOver;
      const goal = await goalOf(signal);
      while (appended < items.length) {
        const portion = portionOf(items.slice(appended));
        isUsed = true;
        const asked = { ...trace, items: portion, position: appended, goal, threshold };
        const answer = await timed(config.WORKING_MEMORY_DEADLINE_MS, signal, (options) =>
          caller.call('working-memory', 'append', asked, options),
        );
        appended += portion.length;
        isOver = answer.over_threshold;
        if (isOver || answer.token_count >= threshold * earlyShare) compression.start();
      }
      return isOver;
    },
    async assemble(signal) {
      const started = clock.now();
      const { items, left_out } = await timed(config.WORKING_MEMORY_DEADLINE_MS, signal, (options) =>
        caller.call('working-memory', 'assemble', shortened, options),
      );
      return { items, left_out, ms: clock.now() - started };
    },
    async discard(answers) {
      compression.end();
      if (!isUsed || !answers) return;
      await timed(config.WORKING_MEMORY_DEADLINE_MS, neverAborted, (options) =>
        caller.call('working-memory', 'discard', trace, options),
      ).catch((cause) => {
        log.debug({ invocation_id: invocationId, err: cause }, 'trace not discarded, it runs out by itself');
      });
    },
  };
}

/** As many of the first items as one message takes; at least one, if there is one. */
function portionOf(items: readonly WorkingMemoryItem[]): readonly WorkingMemoryItem[] {
  let bytes = 0;
  const end = items.slice(0, mostItems).findIndex(({ content }, index) => {
    // JSON escapes may double a text.
    bytes += 2 * Buffer.byteLength(content);
    return bytes > mostBytes && index > 0;
  });
  return items.slice(0, end < 0 ? mostItems : end);
}
