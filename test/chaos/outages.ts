import { setTimeout as wait } from 'node:timers/promises';
import type { ClusterServer, ServerName } from '../live/cluster/cluster.ts';

/** A server that was away. */
export interface Outage {
  readonly server: ServerName;
  /** From its end until it was ready again. */
  readonly ms: number;
}

/** Servers that die one after the other while operations go on, each in the middle of a stretch of its own. */
export interface Outages {
  /** Called before each operation, by its number: resolves when the servers of the stretches before it are back. */
  before(number: number): Promise<void>;
  /** Resolves when every server is back. */
  over(): Promise<readonly Outage[]>;
}

export interface OutagesOptions {
  readonly servers: Readonly<Record<ServerName, ClusterServer>>;
  /** In this order. */
  readonly order: readonly ServerName[];
  readonly operations: number;
  readonly awayMs: number;
  /** Called when one is about to die, and again when it is dead. */
  readonly dies: (server: ServerName) => void;
}

export function plannedOutages({ servers, order, operations, awayMs, dies }: OutagesOptions): Outages {
  const stretch = operations / order.length;
  const begun: Promise<Outage>[] = [];

  async function away(server: ServerName): Promise<Outage> {
    const began = performance.now();
    dies(server);
    await servers[server].kill();
    dies(server);
    await wait(awayMs);
    await servers[server].start();
    return { server, ms: performance.now() - began };
  }

  return {
    async before(number) {
      while (begun.length < order.length && number >= Math.floor((begun.length + 0.5) * stretch)) {
        const server = order[begun.length] as ServerName;
        const outage = Promise.resolve(begun.at(-1)).then(() => away(server));
        outage.catch(() => undefined);
        begun.push(outage);
      }
      await Promise.all(begun.slice(0, Math.floor(number / stretch)));
    },
    over: () => Promise.all(begun),
  };
}
