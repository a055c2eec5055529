import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, vi } from 'vitest';
import { programConfig } from '../config.ts';
import { StartFailed } from '../refusal.ts';
import { hostedServices } from '../services.ts';
import { schemaSync } from './schemas.ts';

/** A keeper for the facts service, with what it logs; `wake` ends its sleeps. */
async function syncWith(environment: Readonly<Record<string, string>>) {
  const said: string[] = [];
  const say = (_fields: object, sentence: string) => void said.push(sentence);
  const log = { debug: say, info: say, warn: say, error: say, child: () => log };
  const { promise: woken, resolve: wake } = Promise.withResolvers<void>();
  const clock = { now: () => 0, sleep: () => woken };
  const { signal } = new AbortController();
  const sync = schemaSync(programConfig(environment), await hostedServices(['facts']), { clock, log, signal });
  return { sync, said, wake };
}

const nobody = { BUS_URL: 'ws://127.0.0.1:1' };

it('a broker that cannot be asked does not stop a start that would register, and is logged', async () => {
  const { sync, said } = await syncWith(nobody);
  await sync.start();
  expect(said).toEqual(['The schemas are not registered']);
});

it('a broker that cannot be asked has a start wait that would verify', async () => {
  const { sync } = await syncWith({ ...nobody, SCHEMAS: 'verify' });
  await expect(sync.start()).rejects.toMatchObject({ type: 'unavailable', retryable: true });
});

it('a broker that refuses to be asked stops a start that would verify', async () => {
  const server = createServer((_request, response) => void response.writeHead(401).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { sync } = await syncWith({ BUS_URL: `ws://127.0.0.1:${port}`, SCHEMAS: 'verify' });
  await expect(sync.start()).rejects.toThrow(StartFailed);
  server.close();
});

it.each([{ ...nobody, SCHEMAS: 'off' }, { BUS_URL: 'memory:' }])('asks nobody with %j', async (environment) => {
  const { sync, said } = await syncWith(environment);
  await sync.start();
  expect(said).toEqual([]);
});

it('asks once when many connections are there again', async () => {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    response.writeHead(503).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const { sync, said, wake } = await syncWith({ BUS_URL: `ws://127.0.0.1:${port}` });
  for (let connections = 0; connections < 5; connections++) sync.again();
  expect(asked).toBe(0);
  wake();
  await vi.waitFor(() => expect(said).toEqual(['The schemas are not registered']));
  expect(asked).toBe(1);
  server.close();
});
