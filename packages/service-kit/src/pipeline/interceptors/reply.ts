import { completeResponse } from '@agent-mem/contract';
import type { AnyService } from '../../service.ts';
import type { Next, RequestWork } from '../work.ts';

/** Sends the answer with every member named. A stream that had its effect before is answered by its last frame alone. */
export function reply({ name: service }: AnyService, next: Next<RequestWork>): (work: RequestWork) => Promise<void> {
  return async (work) => {
    const answer = await next(work);
    if (!answer) return;
    const { operation, isStream } = work;
    const complete = completeResponse(service, operation, answer);
    await work.send({ [operation]: complete, error: null, ...(isStream ? { sequence: 0, end: true } : {}) });
  };
}
