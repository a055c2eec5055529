import { request } from 'node:http';
import { temporaryDirectory } from '@agent-mem/testing';
import type { StatusCounts } from '../../test/process/busy-client.ts';
import { startFleetProcess } from '../../test/process/fleet-process.ts';
import { startBusyClient } from '../../test/process/start-busy-client.ts';

/** What one sort of asking had for answers while another user was busy. */
export interface Asked {
  readonly name: string;
  readonly statuses: readonly number[];
  readonly ms: readonly number[];
}

/** What everybody got: the busy user, and the others one after another. */
export interface AdmissionFigures {
  readonly busy: StatusCounts;
  readonly asked: readonly Asked[];
}

/** How busy it is, and how often the others ask. */
export interface AdmissionSize {
  readonly connections: number;
  readonly quiet: number;
  readonly health: number;
}

const retrieve = '/v1/facts/retrieve';

/** Has one user ask over many connections at once, without a pause, and another one over new connections; both ports tell their health meanwhile. */
export async function measureAdmission({ connections, quiet, health }: AdmissionSize): Promise<AdmissionFigures> {
  await using stack = new AsyncDisposableStack();
  const directory = stack.use(await temporaryDirectory());
  const { httpUrl, adminUrl } = stack.use(await startFleetProcess({ directory: directory.path }));
  for (const user of ['busy', 'quiet'])
    await post(`${httpUrl}/v1/facts/store`, JSON.stringify({ user, content: `${user} lives in Porto` }));
  const busy = stack.use(
    await startBusyClient({
      port: Number(new URL(httpUrl).port),
      request: wholeRequest({ user: 'busy', query: 'Porto' }),
      connections,
    }),
  );
  const asked = [
    await asking('a quiet user', quiet, () => post(`${httpUrl}${retrieve}`, JSON.stringify({ user: 'quiet', query: 'Porto' }))),
    await asking('health/live, HTTP_PORT', health, () => get(`${httpUrl}/health/live`)),
    await asking('health/live, ADMIN_PORT', health, () => get(`${adminUrl}/health/live`)),
  ];
  return { busy: await busy.answered(), asked };
}

async function asking(name: string, count: number, ask: () => Promise<number>): Promise<Asked> {
  const statuses: number[] = [];
  const ms: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const started = performance.now();
    statuses.push(await ask());
    ms.push(performance.now() - started);
  }
  return { name, statuses, ms };
}

function wholeRequest(body: object): string {
  const text = JSON.stringify(body);
  return `POST ${retrieve} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
}

const get = (url: string) => ask(url, 'GET', '');
const post = (url: string, body: string) => ask(url, 'POST', body);

/** Asks over a connection of its own; answers the status. */
function ask(url: string, method: string, body: string): Promise<number> {
  const headers = {
    connection: 'close',
    ...(body && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, agent: false, headers }, (response) => {
      response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    asked.on('error', reject).end(body);
  });
}
