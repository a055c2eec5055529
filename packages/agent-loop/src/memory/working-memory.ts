import {
  type AgentRequest,
  limits,
  neverAborted,
  OperationError,
  type ReceiptTier,
  type Scope,
  type WorkingMemoryItem,
} from '@agent-mem/contract';
import { excerptInBytes } from '@agent-mem/recall/excerpt';
import { countTokens } from '@agent-mem/recall/ranking';
import { isLong, ownTurn, timeLimit, turnFor } from '@agent-mem/runtime';
import type { Capture } from '../capture/capture.ts';
import type { Invocation } from '../invocation.ts';
import type { LoopContext } from '../loop-context.ts';
import { itemsOf, type StepRecord } from '../step-record.ts';
import { createBackgroundCompression, earlyShare } from './background-compression.ts';
import { emptyTier } from './receipt.ts';
import { traceThatFits } from './trace-that-fits.ts';

/** The trace as it goes into a prompt. */
export interface Trace {
  readonly items: readonly { readonly type: string; readonly content: string }[];
  readonly tier: ReceiptTier;
}

/** The trace of a running invocation. */
export interface WorkingMemory {
  /** Takes the steps so far and answers what of them the next prompt shows, within the threshold. */
  assemble(records: readonly StepRecord[], signal: AbortSignal): Promise<Trace>;
  /** Drops the trace. Never rejects. */
  discard(): Promise<void>;
}

/** Most items of one append, and most bytes: a message of the bus holds them. */
const mostItems = 100;
const mostBytes = 400_000;

/**
 * The trace in this process, and, where memory is on, also with the working-memory service, which assembles it when it is over the threshold. From
 * four fifths of that on the service compresses it beside the steps: none of them waits for a model.
 * Without the service (memory is off, or it is down or late) what is long is shown in part, and older steps are left out.
 */
export function createWorkingMemory(
  context: LoopContext,
  scope: Scope,
  invocation: Invocation,
  request: AgentRequest,
  usesService: boolean,
  capture: Capture,
): WorkingMemory {
  const { caller, clock, config } = context;
  const threshold = config.WORKING_MEMORY_THRESHOLD;
  const { question } = request;
  let goal: string | null = null;
  const sizes = new Map<string, number>();
  const sizeOf = (content: string) => {
    const known = sizes.get(content) ?? countTokens(content);
    sizes.set(content, known);
    return known;
  };
  const shortened = {
    ...scope,
    invocation_id: invocation.invocationId,
    max_tokens: threshold,
    question: excerptInBytes(question, limits.textBytes),
  };
  const compression = createBackgroundCompression(context.log, compress);
  let appended = 0;
  let isUsed = false;
  let isOver = false;
  // Once it has failed it is not waited for again in this invocation.
  let failure: string | null = usesService ? null : 'memory is off for this invocation: the trace is kept in the process';

  /** The goal goes with the first step: an invocation that needs none needs no trace. */
  async function goalOf(signal: AbortSignal): Promise<string> {
    const message = { output: { content: question }, kind: 'user_message', description: 'user message' };
    goal ??= capture.isLong(question)
      ? await capture.hold({ ...message, succeeded: true, repeatKey: 'question' }, signal)
      : question;
    return goal;
  }

  async function append(items: readonly WorkingMemoryItem[], signal: AbortSignal): Promise<void> {
    const opening = appended < items.length ? await goalOf(signal) : question;
    while (appended < items.length) {
      const portion = portionOf(items.slice(appended));
      isUsed = true;
      const answer = await timed(config.WORKING_MEMORY_DEADLINE_MS, signal, (options) =>
        caller.call(
          'working-memory',
          'append',
          { ...scope, invocation_id: invocation.invocationId, items: portion, position: appended, goal: opening, threshold },
          options,
        ),
      );
      appended += portion.length;
      isOver = answer.over_threshold;
      if (isOver || answer.token_count >= threshold * earlyShare) compression.start();
    }
  }

  async function compress(signal: AbortSignal): Promise<void> {
    const compressed = await timed(config.MODEL_TIMEOUT_MS, signal, (options) =>
      caller.call('working-memory', 'compress', shortened, options),
    );
    // A service of an earlier version does not say.
    context.onUsage?.(compressed.usage ?? []);
  }

  async function assembled(signal: AbortSignal): Promise<Trace> {
    const started = clock.now();
    const { items, left_out } = await timed(config.WORKING_MEMORY_DEADLINE_MS, signal, (options) =>
      caller.call('working-memory', 'assemble', shortened, options),
    );
    return traceOf(items, { left_out, ms: clock.now() - started });
  }

  function traceOf(items: readonly { readonly type: string; readonly content: string }[], rest: Partial<ReceiptTier>): Trace {
    const receiptItems = items.map(({ type, content }, index) => ({
      id: `${invocation.invocationId}/${type}/${index}`,
      score: 1,
      tokens: sizeOf(content),
    }));
    const tokens = receiptItems.reduce((sum, each) => sum + each.tokens, 0);
    return { items, tier: { ...emptyTier, items: receiptItems, tokens, ...rest } };
  }

  async function timed<Answer>(
    timeoutMs: number,
    signal: AbortSignal,
    ask: (options: { readonly timeoutMs: number; readonly signal: AbortSignal }) => Promise<Answer>,
  ): Promise<Answer> {
    using limit = timeLimit(
      clock,
      timeoutMs,
      signal,
      () => new OperationError('deadline-exceeded', `later than ${timeoutMs} ms`),
    );
    return await limit.race(ask({ timeoutMs, signal: limit.signal }));
  }

  return {
    async assemble(records, signal) {
      const steps = records.map(itemsOf);
      if (failure === null) {
        try {
          await append(steps.flat(), signal);
          if (isOver) return await assembled(signal);
        } catch (cause) {
          signal.throwIfAborted();
          const { type, message } = OperationError.from(cause);
          failure = `${type}: ${message}`;
        }
      }
      // An invocation without steps shows its question alone.
      const text = records.length > 0 ? await goalOf(signal) : question;
      await turnFor(text);
      const goal = item('goal', text, invocation.startedAt);
      if (isLong(text)) {
        await ownTurn();
        // What is counted in a turn of its own is remembered.
        countTokens(goal.content);
        await ownTurn();
      }
      const fitted = traceThatFits(goal, steps, threshold);
      return traceOf(fitted.items, { left_out: fitted.leftOut, error: failure });
    },
    async discard() {
      compression.end();
      // A service that has failed would only be waited for.
      if (!isUsed || failure !== null) return;
      const asked = { ...scope, invocation_id: invocation.invocationId };
      await timed(config.WORKING_MEMORY_DEADLINE_MS, neverAborted, (options) =>
        caller.call('working-memory', 'discard', asked, options),
      ).catch((cause) => {
        context.log.debug({ invocation_id: invocation.invocationId, err: cause }, 'trace not discarded, it runs out by itself');
      });
    },
  };
}

function item(type: WorkingMemoryItem['type'], content: string, timestamp: string): WorkingMemoryItem {
  return { type, content: excerptInBytes(content, 60_000), timestamp, metadata: {} };
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
