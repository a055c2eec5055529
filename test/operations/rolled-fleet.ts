import { expect } from 'vitest';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';

/** What each process hosts, as Deployments of a small fleet. */
const hosts = [['facts', 'episodes', 'conversations', 'working-memory', 'graph'], ['agent'], ['gateway']] as const;

export interface RolledFleetOptions {
  /** Stays empty: all is on the servers. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The program of the first version; `undefined`: the present one. */
  readonly program: string | undefined;
}

/** A fleet in processes, each of which is replaced by one of another version while clients ask. */
export interface RolledFleet extends AsyncDisposable {
  /** The gateway to ask. Nobody asks one that is about to stop. */
  url(): string;
  /** Replaces each process in turn: the new one is ready before the old one gets its SIGTERM. `beside` is awaited while both run, with the first service of the process. Each must end with 0. */
  roll(program: string | undefined, beside: (host: string) => Promise<void>): Promise<void>;
}

/** Starts it; resolves when each process is ready. */
export async function startRolledFleet({ directory, environment, program }: RolledFleetOptions): Promise<RolledFleet> {
  await using stack = new AsyncDisposableStack();
  const start = (args: readonly string[], by: string | undefined) =>
    startFleetProcess({ directory, args, environment, ...(by === undefined ? {} : { program: by }) });
  const running = new Map<string, FleetProcess>();
  for (const args of hosts) running.set(args[0], stack.use(await start(args, program)));
  const all = stack.move();
  return {
    url: () => running.get('gateway')?.httpUrl ?? '',
    async roll(next, beside) {
      for (const args of hosts) {
        const old = running.get(args[0]);
        const started = all.use(await start(args, next));
        await beside(args[0]);
        running.set(args[0], started);
        expect([args[0], await old?.stop()]).toEqual([args[0], 0]);
      }
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
