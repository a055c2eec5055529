import { OperationError, type ReceiptTier, type Scope, type WorkingMemoryItem } from '@agent-mem/contract';
import { excerptInBytes } from '@agent-mem/recall/excerpt';
import { countTokens } from '@agent-mem/recall/ranking';
import { isLong, ownTurn, turnFor } from '@agent-mem/runtime';
import type { Capture } from '../capture/capture.ts';
import type { Invocation } from '../invocation.ts';
import type { LoopContext } from '../loop-context.ts';
import { itemsOf, type StepRecord } from '../step-record.ts';
import { emptyTier } from './receipt.ts';
import { createTraceService } from './trace-service.ts';
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

/** Whose trace it is, and how it is made. */
export interface TraceOptions {
  readonly scope: Scope;
  readonly invocation: Invocation;
  readonly question: string;
  /** Memory is on: the trace is also with the service. */
  readonly usesService: boolean;
  readonly capture: Capture;
}

/**
 * The trace in this process, and, where memory is on, also with the working-memory service, which assembles it when it is over the threshold. From
 * four fifths of that on the service compresses it beside the steps: none of them waits for a model.
 * Without the service (memory is off, or it is down or late) what is long is shown in part, and older steps are left out.
 */
export function createWorkingMemory(
  context: LoopContext,
  { scope, invocation, question, usesService, capture }: TraceOptions,
): WorkingMemory {
  const service = createTraceService(context, scope, invocation, question);
  let goal: string | null = null;
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

  /** Without steps the question alone is shown. */
  async function goalItem(isAlone: boolean, signal: AbortSignal): Promise<WorkingMemoryItem> {
    const text = isAlone ? question : await goalOf(signal);
    await turnFor(text);
    const shown = item('goal', text, invocation.startedAt);
    if (isLong(text)) {
      await ownTurn();
      // What is counted in a turn of its own is remembered.
      countTokens(shown.content);
      await ownTurn();
    }
    return shown;
  }

  function traceOf(items: Trace['items'], rest: Partial<ReceiptTier>): Trace {
    const receiptItems = items.map(({ type, content }, index) => ({
      id: `${invocation.invocationId}/${type}/${index}`,
      score: 1,
      tokens: countTokens(content),
    }));
    const tokens = receiptItems.reduce((sum, each) => sum + each.tokens, 0);
    return { items, tier: { ...emptyTier, items: receiptItems, tokens, ...rest } };
  }

  return {
    async assemble(records, signal) {
      const steps = records.map(itemsOf);
      if (failure === null) {
        try {
          const isOver = await service.append(steps.flat(), goalOf, signal);
          if (isOver) {
            const { items, ...rest } = await service.assemble(signal);
            return traceOf(items, rest);
          }
        } catch (cause) {
          signal.throwIfAborted();
          const { type, message } = OperationError.from(cause);
          failure = `${type}: ${message}`;
        }
      }
      const first = await goalItem(records.length === 0, signal);
      const fitted = traceThatFits(first, steps, context.config.WORKING_MEMORY_THRESHOLD);
      return traceOf(fitted.items, { left_out: fitted.leftOut, error: failure });
    },
    // A service that has failed would only be waited for.
    discard: () => service.discard(failure === null),
  };
}

function item(type: WorkingMemoryItem['type'], content: string, timestamp: string): WorkingMemoryItem {
  return { type, content: excerptInBytes(content, 60_000), timestamp, metadata: {} };
}
