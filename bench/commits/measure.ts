import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { temporaryDirectory } from '@agent-mem/testing';
import { startFleetProcess } from '../../test/process/fleet-process.ts';
import { pulsarInit } from '../../test/process/pulsar-init.ts';
import { rest } from '../../test/process/rest.ts';

/** A working tree of the project whose program is measured. */
export interface Version {
  readonly name: string;
  readonly folder: string;
}

/** Something that writes into one data file while it is open. */
export interface Writer extends AsyncDisposable {
  write(number: number): Promise<unknown>;
}

/** A way for writes to come to the data file. */
export interface Way {
  readonly name: string;
  open(version: Version): Promise<Writer>;
}

const memoryServices = ['facts', 'episodes', 'conversations', 'working-memory', 'graph'];
const users = 50;
/** From the commit of a message to the next message of its sender. */
const travelMs = 1;

/** One process of all services, asked over HTTP. */
export const embedded: Way = {
  name: 'one process',
  async open({ folder }) {
    const stack = new AsyncDisposableStack();
    const directory = stack.use(await temporaryDirectory());
    const fleet = stack.use(await startFleetProcess({ directory: directory.path, program: programOf(folder) }));
    return {
      write: (number) => storeFact(fleet.httpUrl, number),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
};

/** A process of the memory services and a gateway, on Pulsar by its WebSocket proxy. */
export function overPulsar(webSocketUrl: string): Way {
  return {
    name: 'ws://, memory and gateway',
    async open({ folder }) {
      const stack = new AsyncDisposableStack();
      const program = programOf(folder);
      const environment = { BUS_URL: webSocketUrl };
      await pulsarInit(webSocketUrl, {}, program);
      const start = async (...args: readonly string[]) => {
        const directory = stack.use(await temporaryDirectory());
        return stack.use(await startFleetProcess({ directory: directory.path, args, environment, program }));
      };
      await start(...memoryServices);
      const gateway = await start('gateway');
      return {
        write: (number) => storeFact(gateway.httpUrl, number),
        [Symbol.asyncDispose]: () => stack.disposeAsync(),
      };
    },
  };
}

/** The data file alone; messages are handed over one a turn of the event loop, as the native Pulsar client does it. */
export const oneATurn: Way = {
  name: 'the file alone, a message a turn',
  async open({ folder }) {
    const stack = new AsyncDisposableStack();
    const directory = stack.use(await temporaryDirectory());
    const file = stack.use(await openFile(folder, directory.path));
    file.migrate('bench', ['CREATE TABLE written (number INTEGER PRIMARY KEY, content TEXT) STRICT']);
    const waiting: (() => void)[] = [];
    let isHanding = false;
    const handOver = async () => {
      isHanding = true;
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        next();
        await nextTurn();
      }
      isHanding = false;
    };
    return {
      async write(number) {
        await wait(travelMs);
        const { promise, resolve } = Promise.withResolvers<void>();
        waiting.push(resolve);
        if (!isHanding) void handOver();
        await promise;
        const content = `Parcel ${number} lies on shelf ${number * 7}`;
        await file.write(({ statement }) => statement('INSERT INTO written VALUES (?, ?)').run(number, content));
      },
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  },
};

/** Writes so often, so many at once; answers writes a second. Numbers count on from `from`. */
export async function writesASecond(
  { write }: Writer,
  { count, inFlight, from }: { readonly count: number; readonly inFlight: number; readonly from: number },
): Promise<number> {
  let next = from;
  const client = async () => {
    while (next < from + count) await write(next++);
  };
  const beganAt = performance.now();
  await Promise.all(Array.from({ length: inFlight }, client));
  return (count / (performance.now() - beganAt)) * 1_000;
}

function storeFact(url: string, number: number): Promise<unknown> {
  const content = `Parcel ${number} lies on shelf ${number * 7}`;
  return rest(url, 'facts', 'store', { content, user: `user-${number % users}` });
}

function programOf(folder: string): string {
  return join(folder, 'services/fleet/main.ts');
}

async function openFile(folder: string, directory: string) {
  type File = typeof import('../../packages/adapters/sqlite/src/file/open-embedded-file.ts');
  const module = pathToFileURL(join(folder, 'packages/adapters/sqlite/src/file/open-embedded-file.ts'));
  const { openEmbeddedFile } = (await import(module.href)) as File;
  return openEmbeddedFile(directory);
}
