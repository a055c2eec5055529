import { noteEnd, type Visitor } from '@agent-mem/access';
import type { Caller } from '@agent-mem/messaging';

/** Asks operations as this visitor: each only once it may be asked, in its scope, and how it ended is noted. */
export function authorizedCaller(visitor: Visitor, caller: Pick<Caller, 'call'>): Pick<Caller, 'call'> {
  return {
    async call(service, operation, request, options) {
      // Requests and answers are objects of members.
      const asked = await visitor.authorize(service, operation, request as object);
      const answer = noteEnd(asked, async () => {
        return (await caller.call(service, operation, asked.request as typeof request, options)) as object;
      });
      return answer as never;
    },
  };
}
