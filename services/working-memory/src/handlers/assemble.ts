import { assemble as assembleTrace } from '../domain/assemble.ts';
import { withinBytes } from '../domain/within-bytes.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { traceStore } from '../trace-store.ts';

/** The trace as it goes into the context. */
export async function assemble(request: Request<'assemble'>, context: Context): Answer<'assemble'> {
  const { config } = context;
  const { trace } = await traceStore(context, request.invocation_id).find();
  const { record, ...assembled } = withinBytes(request.max_tokens ?? config.WORKING_MEMORY_THRESHOLD, (maxTokens) =>
    assembleTrace(trace, {
      maxTokens,
      keepRecent: request.keep_recent ?? config.WORKING_MEMORY_KEEP_RECENT,
      question: request.question,
    }),
  );
  return {
    items: assembled.items,
    token_count: assembled.tokens,
    full_token_count: assembled.fullTokens,
    compressed: assembled.compressed,
    left_out: assembled.leftOut,
    ...(record ? { record } : {}),
  };
}
