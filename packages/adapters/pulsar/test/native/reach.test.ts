import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@agent-mem/contract';
import { beforeEach, expect, it } from 'vitest';
import { reachPulsar } from '../../src/native/index.ts';
import { createFakePulsar, type FakePulsar } from './fake-pulsar.ts';

const topic = 'non-persistent://agent-mem/reply/check';

let fake: FakePulsar;
beforeEach(() => {
  fake = createFakePulsar();
});

const reach = (adminUrl?: string) =>
  reachPulsar({ url: 'pulsar://fake:6650', clock: systemClock, load: async () => fake.module, topic, adminUrl });

it('finds a broker by a producer of its own client, which tries for seconds only', async () => {
  await reach();
  expect(fake.clients).toMatchObject([{ operationTimeoutSeconds: 4 }]);
  // As the WebSocket API's producers do it: a key of a partitioned topic lies in one partition, by either client.
  expect(fake.produced).toMatchObject([{ topic, hashingScheme: 'JavaStringHash' }]);
});

it('tells of a broker that is away that it may come', async () => {
  fake.trouble = 'TimeOut';
  const away = { type: 'unavailable', retryable: true, message: expect.stringMatching(/^Pulsar cannot be reached .*TimeOut/) };
  await expect(reach()).rejects.toMatchObject(away);
  await expect(reach('http://127.0.0.1:1')).rejects.toMatchObject(away);
});

it.each([
  ['AuthorizationError', 'permission-denied', /its role may not: run the command init --role NAME, or set PULSAR_TOKEN/],
  ['TopicNotFound', 'not-found', /^Pulsar has no tenant agent-mem with namespace reply; run the command init$/],
])('takes %s for a refusal', async (result, type, sentence) => {
  fake.trouble = result;
  await expect(reach()).rejects.toMatchObject({ type, retryable: false, message: expect.stringMatching(sentence) });
});

it('tells a token that is not accepted from a broker that is away, by the admin REST', async () => {
  const rest = createServer((_request, response) => void response.writeHead(401).end()).listen(0, '127.0.0.1');
  await once(rest, 'listening');
  fake.trouble = 'TimeOut';
  const refused = reach(`http://127.0.0.1:${(rest.address() as AddressInfo).port}`);
  await expect(refused).rejects.toMatchObject({ type: 'unauthenticated', message: expect.stringContaining('PULSAR_TOKEN') });
  rest.close();
});

it('logs at debug what the client says of an attempt', async () => {
  const said: string[] = [];
  const say = (level: string) => (_fields: object, sentence: string) => void said.push(`${level}: ${sentence}`);
  const log = { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') };
  let tell: (level: number, file: string, line: number, message: string) => void = () => undefined;
  class Client extends fake.module.Client {
    static override setLogHandler(handler: typeof tell): void {
      tell = handler;
    }

    override readonly createProducer = (): Promise<never> => {
      tell(3, 'ClientConnection.cc', 1, 'Connection refused');
      return Promise.reject(new Error('Failed to create producer: TimeOut'));
    };
  }
  const load = async () => ({ ...fake.module, Client });
  await expect(reachPulsar({ url: 'pulsar://fake:6650', clock: systemClock, load, topic, log })).rejects.toThrow();
  // Afterwards the client's log is that of the bus again.
  tell(3, 'ClientConnection.cc', 1, 'Lost it');
  expect(said).toEqual(['debug: Connection refused', 'warn: Lost it']);
});
