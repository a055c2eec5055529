import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Asks for the health of a fleet all the time, in a process of its own: in the fleet's the client's work would count as the fleet's. Disposing ends it. */
export interface HealthAsker extends AsyncDisposable {
  /** Longest wait for an answer since this was called before, in milliseconds. Rejects when the process has ended. */
  longestMs(): Promise<number>;
}

/** Starts to ask `/health/live` under a base URL. */
export function startHealthAsker(url: string): HealthAsker {
  const child = fork(fileURLToPath(new URL('ask-health.ts', import.meta.url)), [`${url}/health/live`]);
  const ended = once(child, 'exit');
  return {
    async longestMs() {
      child.send('longest');
      const [ms] = await Promise.race([
        once(child, 'message'),
        ended.then(([code]) => {
          throw new Error(`The process that asks for the health ended with ${code}`);
        }),
      ]);
      return Number(ms);
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}
