import { dayMs, hourMs } from '@agent-mem/contract';
import type { ServiceJob } from '../service.ts';

/** A repeat that comes later than this is taken for a new request; a dead letter should be replayed earlier. */
const retentionMs = 7 * dayMs;

/** Forgets the replies stored under idempotency keys once nobody will repeat their requests. */
export const expiredIdempotencyRecordsJob: ServiceJob<unknown> = {
  name: 'kept-replies',
  everyMs: hourMs,
  async run({ graph, clock, log }) {
    const dropped = await graph.dropIdempotencyRecords(new Date(clock.now() - retentionMs).toISOString());
    if (dropped > 0) log.info({ dropped }, 'expired idempotency records were removed');
  },
};
