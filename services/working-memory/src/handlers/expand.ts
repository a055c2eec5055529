import { OperationError } from '@agent-mem/contract';
import { firstThatFit, itemsOfSteps } from '../domain/expand.ts';
import { stepsOf } from '../domain/step.ts';
import { tokensOfAll } from '../domain/trace.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { traceStore } from '../trace-store.ts';

/** Opens steps that stand in the record: a compression leaves the items as they were appended. */
export async function expand(request: Request<'expand'>, context: Context): Answer<'expand'> {
  const { trace } = await traceStore(context, request.invocation_id).find();
  const covered = trace.items.slice(0, trace.summary?.covers ?? 0);
  const items = request.ordinals.length === 0 ? covered : itemsOfSteps(trace, request.ordinals);
  if (!items) {
    throw new OperationError('out-of-range', `ordinals: the trace has steps 1 to ${stepsOf(trace.items).length}`);
  }
  const shown = firstThatFit(items, request.max_tokens ?? Number.POSITIVE_INFINITY);
  return { items: shown, token_count: tokensOfAll(shown) };
}
