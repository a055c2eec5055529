import type { Answer, Context, Request } from '../handler.ts';
import { storeInvocation } from '../invocations/store-invocation.ts';

/** Stores what an invocation did and what was said in it, once. Its event, which comes later, has a model say what was done. */
export async function appendInvocation(request: Request<'append_invocation'>, context: Context): Answer<'append_invocation'> {
  const { conversation_id: conversationId, timestamp: endedAt, invocation: completed } = request;
  await storeInvocation({ conversationId, endedAt, completed }, context);
  return { success: true };
}
