import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Wanted } from './client.ts';

/** A client in a process of its own, so that what it takes is not counted as the fleet's. */
export interface Client extends AsyncDisposable {
  /** Resolves when all are answered with 200. */
  ask(bodies: readonly string[]): Promise<void>;
}

/** Starts a client of one address. */
export function startClient(url: string): Client {
  const child = fork(fileURLToPath(new URL('client.ts', import.meta.url)));
  return {
    async ask(bodies) {
      const wanted: Wanted = { url, bodies };
      child.send(wanted);
      const [{ error }] = (await once(child, 'message')) as [{ readonly error: string | null }];
      if (error !== null) throw new Error(error);
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
