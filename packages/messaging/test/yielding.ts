import { OperationError } from '@agent-mem/contract';
import type { Dispatch, IncomingRequest, Reply } from '@agent-mem/messaging';

/** A dispatch that sends what a generator yields, and rejects with the error of a reply that has one. */
export function yielding(replies: (request: IncomingRequest) => AsyncIterable<object>): Dispatch {
  return async (request, send) => {
    for await (const each of replies(request)) {
      // Tests write replies as the contract has them.
      const reply = each as Reply;
      if (reply.error) throw OperationError.fromWire(reply.error);
      await send(reply);
    }
  };
}
