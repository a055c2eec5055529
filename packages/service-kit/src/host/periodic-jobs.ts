import { OperationError } from '@agent-mem/contract';
import { type Activity, untilAborted } from '@agent-mem/runtime';
import type { JobContext } from '../context.ts';
import type { ServiceJob } from '../service.ts';

/** A failure that goes on is a line of the log so often, not each time: a store that is away fails several jobs each second. */
const reportedEveryMs = 60_000;

/** Runs a job every so often, and when it is woken, one run at a time, until disposed; a run under way is waited for. A run that fails is logged and comes again. */
export function startPeriodicJob<Config>(
  job: ServiceJob<Config>,
  context: JobContext<Config>,
  activity: Activity,
): AsyncDisposable {
  const stopping = new AbortController();
  const sleeper = job.waker ?? context.clock;
  let reported: { readonly sentence: string; readonly at: number } | null = null;
  const running = run();

  function report(error: unknown): void {
    const sentence = error instanceof Error ? error.message : String(error);
    const at = context.clock.now();
    if (reported?.sentence === sentence && at - reported.at < reportedEveryMs) return;
    reported = { sentence, at };
    const passes = error instanceof OperationError && error.retryable;
    context.log[passes ? 'warn' : 'error']({ job: job.name, err: error }, 'a periodic job failed');
  }

  async function run(): Promise<void> {
    for (;;) {
      try {
        await sleeper.sleep(job.everyMs, stopping.signal);
      } catch {
        return;
      }
      using _ = activity.begin();
      try {
        await untilAborted(job.run(context), context.signal);
        reported = null;
      } catch (error) {
        if (!context.signal.aborted) report(error);
      }
    }
  }

  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await running;
    },
  };
}
