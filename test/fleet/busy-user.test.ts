import { request } from 'node:http';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { startFleetProcess } from '../process/fleet-process.ts';
import { startBusyClient } from '../process/start-busy-client.ts';
import { verifies } from '../verifies.ts';

const connections = 1_000;
const retrieve = '/v1/facts/retrieve';

const what =
  'what is refused is of the user who is busy on a thousand connections; a quiet one and probes are answered on new ones';
it(what, verifies('limits.busy-user'), async () => {
  await using directory = await temporaryDirectory();
  await using fleet = await startFleetProcess({ directory: directory.path });
  const { httpUrl, adminUrl } = fleet;
  const body = JSON.stringify({ user: 'busy', query: 'Porto' });
  const head = `POST ${retrieve} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  await using busy = await startBusyClient({
    port: Number(new URL(httpUrl).port),
    request: `${head}\r\n\r\n${body}`,
    connections,
  });
  const statuses = async (count: number, url: string, text: string) => {
    const answered: number[] = [];
    for (let index = 0; index < count; index += 1) answered.push(await statusOf(url, text));
    return answered;
  };
  expect(await statuses(100, `${httpUrl}${retrieve}`, JSON.stringify({ user: 'quiet', query: 'Porto' }))).toEqual(
    Array(100).fill(200),
  );
  for (const url of [httpUrl, adminUrl]) expect(await statuses(50, `${url}/health/live`, '')).toEqual(Array(50).fill(200));
  const counts = await busy.answered();
  expect(Object.keys(counts)).toEqual(['200', '503']);
  expect(counts['503']).toBeGreaterThan(0);
});

/** Asks over a connection of its own. */
function statusOf(url: string, body: string): Promise<number> {
  const headers = body === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const asked = request(
      url,
      { method: body === '' ? 'GET' : 'POST', agent: false, headers: { connection: 'close', ...headers } },
      (response) => {
        response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
        response.resume();
      },
    );
    asked.on('error', reject).end(body);
  });
}
