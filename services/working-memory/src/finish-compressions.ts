import { OperationError } from '@agent-mem/contract';
import { forgetCompression, notedCompressions } from './compress-journal.ts';
import { compressTrace } from './compress-trace.ts';
import { summaryByRules } from './domain/compress.ts';
import type { StartContext } from './handler.ts';

/** Compresses what was being compressed when a process died. By rules, since a start waits for no model. */
export async function finishCompressions(context: StartContext): Promise<void> {
  for await (const { scope, request } of notedCompressions(context.keyValue)) {
    try {
      await compressTrace(context, scope, request, async (trace, plan) => summaryByRules(trace, plan, request.question));
    } catch (error) {
      // Discarded, or run out, or compressed by others meanwhile: nothing is left to do.
      const { type } = OperationError.from(error);
      if (type !== 'not-found' && type !== 'aborted') throw error;
    }
    await forgetCompression(context.keyValue, scope, request.invocation_id);
  }
}
