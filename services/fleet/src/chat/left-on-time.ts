import type { Clock } from '@agent-mem/contract';
import { endsWithin } from '@agent-mem/runtime';
import type { Terminal } from '../command-line/terminal.ts';
import { programConfig } from '../config.ts';

/** So long a user waits and asks nothing, in milliseconds. */
const unnoticedMs = 1_000;

/** What leaving needs beside the server. */
export interface Leaving extends Pick<Terminal, 'environment' | 'complain'> {
  readonly clock: Clock;
  /** Resolves at the first signal to stop. */
  readonly stopped: Promise<void>;
}

/**
 * The server with an end that its user can follow: a wait that is noticed says what it is for, and a Ctrl-C ends it. What is not learned by then is
 * stored, and the next start goes on with it.
 */
export function leftOnTime<Server extends AsyncDisposable>(server: Server, leaving: Leaving): Server {
  const { environment, complain, clock, stopped } = leaving;
  let isStopped = false;
  void stopped.then(() => {
    isStopped = true;
  });
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      const closed = Promise.resolve(server[Symbol.asyncDispose]());
      // After a signal another one ends the process by itself.
      const left = isStopped ? closed : Promise.race([closed, stopped]);
      if (!(await endsWithin(left, unnoticedMs, clock))) complain(waitingLine(programConfig(environment).DRAIN_SECONDS));
      await left;
    },
  };
}

function waitingLine(seconds: number): string {
  return `Waiting for what is still running, ${seconds} s at most. Ctrl-C leaves at once; the next start goes on with what was said.`;
}
