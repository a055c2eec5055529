import { compressions } from '../compressions.ts';
import type { Answer, Context, Request } from '../handler.ts';
import { traceStore } from '../trace-store.ts';

/** Drops the trace of an invocation, whether there is one or not. */
export async function discard(request: Request<'discard'>, context: Context): Answer<'discard'> {
  const { keyValue, scope } = context;
  await traceStore(context, request.invocation_id).drop();
  await compressions.forget(keyValue, scope, request.invocation_id);
  return { success: true };
}
