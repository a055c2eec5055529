import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { hosting } from '@agent-mem/testing/kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ArrivalTimes, arrivalTimes, openAdmission } from '../src/transports/admission/admission.ts';
import { defineHttpPlugin } from '../src/transports/http-plugin.ts';
import { listen } from '../src/transports/listening.ts';

const plugin = defineHttpPlugin({
  name: 'gateway',
  variables: {},
  async register(app) {
    app.post('/any', async () => ({ answered: true }));
  },
});

const open = new AsyncDisposableStack();
/** A patient host gives a request the usual time to arrive. A hasty one gives it so little that it also refuses what a busy machine is slow to read. */
let ports: { readonly patient: number; readonly hasty: number };
beforeAll(async () => {
  ports = { patient: await start(arrivalTimes), hasty: await start({ headMs: 50, wholeMs: 100, lookMs: 10 }) };
});
afterAll(() => open.disposeAsync());

async function start(times: ArrivalTimes): Promise<number> {
  const admission = { ...openAdmission, times };
  const listening = open.use(await listen({ services: [], http: { host: '127.0.0.1', port: 0 }, grpc: null, admission }));
  open.use(await hosting({ listening, services: [], httpPlugins: [plugin] }));
  return listening.http?.address.port ?? 0;
}

/** All that is answered to these bytes until the connection is closed. */
async function answered(port: number, bytes: string): Promise<{ readonly head: string; readonly body: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body };
}

test.each([
  ['head', 'POST /any HTTP/1.1\r\nHost: x\r\nContent-'],
  ['body', 'POST /any HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"half":'],
])('a request whose %s does not arrive is refused with 408, and its connection is closed', async (_part, bytes) => {
  const { head, body } = await answered(ports.hasty, bytes);
  expect(head).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\ncontent-type: application\/problem\+json/);
  expect(JSON.parse(body)).toMatchObject({
    status: 408,
    error: { type: 'deadline-exceeded', message: 'The request has not arrived in time; send it again', retryable: true },
  });
});

test.each([
  ['no request of HTTP', 400, 'invalid-argument', 'SSH-2.0-client\r\n\r\n'],
  [
    'a request with a head too long',
    431,
    'out-of-range',
    `GET /any HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  ],
])('%s is refused as a problem', async (_what, status, type, bytes) => {
  const { head, body } = await answered(ports.patient, bytes);
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(JSON.parse(body)).toMatchObject({ status, error: { type, retryable: false } });
});
