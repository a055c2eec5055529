import type { Operation } from '../connection.ts';
import { answerOf } from './answer-of.ts';
import type { HttpCall } from './http-call.ts';
import { newKey } from './http-call.ts';
import { timeLimit } from './time-limit.ts';

const cancelTimeoutMs = 5_000;

/** Has the service stop what a request began, by the request's key. Never rejects: the caller has gone, and does not wait for it. */
export async function cancelStream({ service }: Operation, request: object, call: HttpCall): Promise<void> {
  const { workspace, user, collection } = request as Readonly<Record<string, unknown>>;
  const limit = timeLimit(cancelTimeoutMs, []);
  const asked = { workspace, user, collection, id: call.key };
  await answerOf({ service, operation: 'cancel' }, asked, { ...call, limit, key: newKey() }).catch(() => {});
  limit.end();
}
