import { once } from 'node:events';
import { createServer, type Server, STATUS_CODES } from 'node:http';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startToyBroker, type ToyBroker, type Visit } from '../../packages/adapters/pulsar/test/websocket/toy-broker.ts';
import { freePorts } from '../live/free-ports.ts';
import { spawnFleet } from '../process/fleet-process.ts';
import { patience, readiness, startListening } from '../process/listening-fleet.ts';
import { verifies } from '../verifies.ts';

/** A stop finishes what runs for ten seconds, then cuts it; closing comes on top, and a machine that has other things to do. */
const stopLimitMs = 25_000;

let directory: TemporaryDirectory;
let port: number;
beforeEach(async () => {
  directory = await temporaryDirectory();
  [port = 0] = await freePorts(1);
});
afterEach(() => directory[Symbol.asyncDispose]());

/** A process on a broker of that port. */
const start = (...args: readonly string[]) =>
  startListening({
    directory: directory.path,
    args: ['facts', 'gateway', ...args],
    environment: { BUS_URL: `ws://127.0.0.1:${port}`, SCHEMAS: 'off', LOG_LEVEL: 'warn' },
  });

/** Takes every connection, and acknowledges what readiness publishes; nothing else gets a receipt. `greet` is called as each connection opens. */
const startBroker = (greet: (visit: Visit) => void = () => undefined): Promise<ToyBroker> =>
  startToyBroker((visit) => {
    greet(visit);
    if (!visit.path.includes('/reply/check')) return;
    visit.socket.on('message', (data) => {
      const { context } = JSON.parse(String(data)) as { readonly context: string };
      visit.socket.send(JSON.stringify({ result: 'ok', messageId: 'CAEQAQ', context }));
    });
  }, port);

/** Gives the facts service a command whose answer is awaited at another topic. */
function deliverStore({ socket, path }: Visit): void {
  if (!/\/consumer\/persistent\/agent-mem\/command\/facts\/facts\?(?!.*pullMode)/.test(path)) return;
  const properties = { id: 'r1', reply_to: 'persistent://agent-mem/reply/client' };
  const payload = Buffer.from('{"store":{"content":"The user likes tea"}}').toString('base64');
  const publishTime = new Date().toISOString();
  socket.send(JSON.stringify({ messageId: 'CAEQAg==', payload, properties, publishTime }));
}

/** A broker that answers each connection with the status of the moment. */
async function startRefusing(status: (attempt: number) => number): Promise<Server> {
  let attempts = 0;
  const server = createServer().on('upgrade', (_request, socket) => {
    attempts += 1;
    const code = status(attempts);
    // Who is refused may have ended by then.
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
}

describe('a process whose broker is away', () => {
  it(
    'is alive, says why it is not ready, refuses requests for now, and answers when the broker comes',
    verifies('start.waits'),
    async () => {
      await using fleet = await start();
      expect((await fetch(`${fleet.httpUrl}/health/live`)).status).toBe(200);
      const reasons = [expect.stringMatching(new RegExp(`^bus: Pulsar cannot be reached .*127.0.0.1:${port}`))];
      expect(await readiness(fleet.httpUrl)).toEqual({ status: 503, reasons });
      const refused = await fetch(`${fleet.httpUrl}/v1/facts/list`, { method: 'POST' });
      expect([refused.status, await refused.json()]).toMatchObject([503, { error: { type: 'unavailable', retryable: true } }]);
      expect(fleet.output()).toMatch(/^Waiting for bus: Pulsar cannot be reached/m);
      await using _ = await startBroker();
      await vi.waitFor(async () => expect((await readiness(fleet.httpUrl)).status).toBe(200), patience);
      const answered = await fetch(`${fleet.httpUrl}/v1/facts/nothing`, { method: 'POST' });
      expect(answered.status).toBe(404);
      expect(await fleet.stop()).toBe(0);
    },
  );

  it('logs that it waits, once, however often it asks', verifies('start.waits'), async () => {
    let asked = 0;
    const server = await startRefusing((attempt) => {
      asked = attempt;
      return 503;
    });
    await using fleet = await start();
    await vi.waitFor(() => expect(asked).toBeGreaterThan(3), patience);
    expect(fleet.errors().trim().split('\n')).toEqual([
      expect.stringContaining('A server cannot be reached; the program waits for it'),
    ]);
    server.close();
  });

  it('ends with 0 when it is told to stop', verifies('stop.alone'), async () => {
    await using fleet = await start();
    expect(await fleet.stop()).toBe(0);
  });

  it('ends with 0 also when the broker was there and died', verifies('stop.alone'), async () => {
    const broker = await startBroker();
    await using fleet = await start();
    await vi.waitFor(async () => expect((await readiness(fleet.httpUrl)).status).toBe(200), patience);
    await broker[Symbol.asyncDispose]();
    await vi.waitFor(async () => expect((await readiness(fleet.httpUrl)).status).toBe(503), patience);
    expect(await fleet.stop()).toBe(0);
  });

  it('ends with 0 also when an answer and an event were on their way to a broker that died', verifies('stop.alone'), async () => {
    const broker = await startBroker(deliverStore);
    await using fleet = await start();
    await vi.waitFor(() => {
      for (const lane of ['/reply/client', '/event/conversation']) {
        const producer = broker.visits.find(({ path }) => path.includes('/producer/') && path.includes(lane));
        expect(producer?.frames).toHaveLength(1);
      }
    }, patience);
    await broker[Symbol.asyncDispose]();
    const began = performance.now();
    expect(await fleet.stop()).toBe(0);
    expect(performance.now() - began).toBeLessThan(stopLimitMs);
  });

  it.each([
    ['at once', 0],
    ['after it was waited for', 2],
  ])(
    'ends with 1 and one sentence when the broker refuses its token, %s',
    verifies('start.refused'),
    async (_when, afterAttempts) => {
      const server = await startRefusing((attempt) => (attempt > afterAttempts ? 401 : 503));
      await using fleet = spawnFleet({
        directory: directory.path,
        args: ['facts'],
        environment: { BUS_URL: `ws://127.0.0.1:${port}` },
      });
      const [code] = await once(fleet.child, 'close');
      expect([code, fleet.errors()]).toEqual([
        1,
        expect.stringMatching(/^agent-mem: Pulsar refused the token [^\n]*PULSAR_TOKEN\n$/),
      ]);
      server.close();
    },
  );
});

describe('a command that ends by itself', () => {
  it.each([
    [['init'], /^agent-mem: Pulsar's admin REST cannot be reached/],
    [['dead-letters', 'list'], /^agent-mem: Pulsar's admin REST cannot be reached/],
    [['check'], /^agent-mem: Neo4j at .* cannot be reached/],
  ])('%j with its servers away', verifies('command.bounded'), async (args, sentence) => {
    const at = `127.0.0.1:${port}`;
    const environment = {
      BUS_URL: `ws://${at}`,
      GRAPH_URL: `bolt://${at}`,
      SEARCH_URL: `qdrant+http://${at}`,
      KEYVALUE_URL: `redis://${at}`,
      DETAILS_URL: `postgres://${at}/memory`,
    };
    await using command = spawnFleet({ directory: directory.path, args, environment });
    const [code] = await once(command.child, 'close');
    expect([code, command.errors()]).toEqual([1, expect.stringMatching(sentence)]);
    expect(command.errors().trim().split('\n')).toHaveLength(1);
  });
});
