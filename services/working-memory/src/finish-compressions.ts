import { OperationError } from '@agent-mem/contract';
import { compressTrace } from './compress-trace.ts';
import { compressions } from './compressions.ts';
import { compressedSummary } from './domain/compress.ts';
import type { StartContext } from './handler.ts';

/** How long after a store was not there it is asked again. */
const againMs = 5_000;

/**
 * Compresses what was being compressed when a process died. By rules, since a start waits for no model. Nor does it wait for a store
 * that is down: then this goes on by itself when it is there.
 */
export async function finishCompressions(context: StartContext): Promise<void> {
  try {
    await finishNoted(context);
  } catch (error) {
    if (!OperationError.from(error).retryable) throw error;
    void finishLater(context);
  }
}

async function finishLater(context: StartContext): Promise<void> {
  const { clock, log, signal } = context;
  for (;;) {
    await clock.sleep(againMs, signal).catch(() => {});
    if (signal.aborted) return;
    try {
      return await finishNoted(context);
    } catch (error) {
      log.warn({ err: error }, 'compressions that a crash cut off cannot be finished now');
    }
  }
}

async function finishNoted(context: StartContext): Promise<void> {
  for await (const { scope, id, run: request } of compressions.runs(context.keyValue)) {
    try {
      await compressTrace(context, scope, request, async (trace, plan) => compressedSummary(trace, plan, request.question));
    } catch (error) {
      // Discarded, or run out, or compressed by others meanwhile: nothing is left to do.
      const { type } = OperationError.from(error);
      if (type !== 'not-found' && type !== 'aborted') throw error;
    }
    await compressions.forget(context.keyValue, scope, id);
  }
}
