import type { Clock } from '@agent-mem/contract';
import { createCountOf, type Logger } from '@agent-mem/runtime';

const minuteMs = 60_000;
/** Refusals of callers without a credential that holds, of which a minute's audit log has so many: any stranger can cause them, and would fill the disk. */
const mostAMinute = 100;

/** Answers whether the refusal of such a caller is written to the audit log. Once a minute the log says that there are more. */
export function unknownCallers(clock: Pick<Clock, 'now'>, log: Pick<Logger, 'warn'>): () => boolean {
  const countOfMinute = createCountOf(minuteMs, clock);
  return () => {
    const count = countOfMinute();
    if (count === mostAMinute + 1)
      log.warn(
        { written: mostAMinute },
        'Many callers without a valid credential are refused; for the rest of the minute the metric alone counts them (agentmem_refused_total)',
      );
    return count <= mostAMinute;
  };
}
