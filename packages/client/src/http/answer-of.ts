import type { Operation } from '../connection.ts';
import { beforeNextTry } from './before-next-try.ts';
import type { HttpCall } from './http-call.ts';
import { reached } from './reached.ts';
import { send } from './send.ts';

/** 1.5 to 3 s of waits: the caller of a fleet that is not there learns it soon. */
const defaultRetries = 5;

/** The answer of an operation, tried again under the same key as long as that may help. */
export async function answerOf(operation: Operation, request: object, call: HttpCall): Promise<object> {
  const { address, limit } = call;
  for (let failures = 1; ; failures += 1) {
    try {
      const response = await limit.race(send(operation, request, call, { accept: 'application/json', signal: limit.signal }));
      return await limit.race(reached(address.url, () => response.json() as Promise<object>));
    } catch (cause) {
      await beforeNextTry(cause, failures, limit, address.retries ?? defaultRetries);
    }
  }
}
