import { OperationError } from '@agent-mem/contract';
import { createFailureLog, untilAborted } from '@agent-mem/runtime';
import type { JobContext } from '../context.ts';
import type { ServiceJob } from '../service.ts';
import type { Activity } from './activity.ts';

/** Longest wait for the first run. A program that is started anew for each sitting, as by an MCP client, would never come to what runs by the hour. */
const longestFirstMs = 300_000;

/** Runs a job every so often, for the first time after five minutes at the latest, and when it is woken, one run at a time, until disposed; a run under way is waited for. A run that fails is logged and comes again. */
export function startPeriodicJob<Config>(
  job: ServiceJob<Config>,
  context: JobContext<Config>,
  activity: Activity,
): AsyncDisposable {
  const stopping = new AbortController();
  const sleeper = job.waker ?? context.clock;
  const failures = createFailureLog(context.log, context.clock);
  const running = run();

  function report(error: unknown): void {
    const passes = error instanceof OperationError && error.retryable;
    failures[passes ? 'warn' : 'error']({ job: job.name, err: error }, 'a periodic job failed');
  }

  async function run(): Promise<void> {
    for (let restMs = Math.min(job.everyMs, longestFirstMs); ; restMs = job.everyMs) {
      try {
        await sleeper.sleep(restMs, stopping.signal);
      } catch {
        return;
      }
      using _ = activity.begin();
      try {
        await untilAborted(job.run(context), context.signal);
        failures.over();
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
