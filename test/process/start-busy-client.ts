import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BusyWork, StatusCounts } from './busy-client.ts';

/** A client in a process of its own that sends as much as its connections take. Disposing ends it. */
export interface BusyClient extends AsyncDisposable {
  /** How many answers of each status it has had so far. */
  answered(): Promise<StatusCounts>;
}

/** Starts one; resolves when each of its connections has had an answer. */
export async function startBusyClient(work: BusyWork): Promise<BusyClient> {
  const child = fork(fileURLToPath(new URL('busy-client.ts', import.meta.url)));
  const busy = once(child, 'message');
  child.send(work);
  await busy;
  return {
    async answered() {
      const answer = once(child, 'message');
      child.send('counts');
      const [counts] = (await answer) as [StatusCounts];
      return counts;
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
