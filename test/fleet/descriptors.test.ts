import { execFileSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { findProgram } from '../live/tools.ts';
import { startFleetProcess } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';

describeLive('a process without file descriptors', findProgram('prlimit'), (given) => {
  it('is not ready, says so, and answers nothing as an error of its own', verifies('health.descriptors'), async () => {
    await using directory = await temporaryDirectory();
    await using fleet = await startFleetProcess({ directory: directory.path });
    using client = oneConnection(fleet.httpUrl);
    expect((await client.ask('/health/ready')).status).toBe(200);
    const limit = (soft: number) => execFileSync(given(), [`--pid=${fleet.child.pid}`, `--nofile=${soft}:`]);
    // Its standard streams: what is open stays so, and it gets no other.
    limit(3);
    const { status, text } = await client.ask('/health/ready');
    expect([status, text]).toEqual([503, expect.stringContaining('"The process is out of file descriptors: raise its limit')]);
    for (const content of ['Anne likes green tea', 'Bo plays chess']) {
      const stored = await client.ask('/v1/facts/store', { content });
      expect(stored.status === 200 || (stored.status === 503 && stored.text.includes('"retryable":true'))).toBe(true);
    }
    limit(1_024);
    await expect.poll(async () => (await client.ask('/health/ready')).status).toBe(200);
  });
});

/** A client that opens one connection and keeps it: the process could take no other. */
function oneConnection(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    ask: (path: string, body?: object) =>
      new Promise<{ readonly status: number | undefined; readonly text: string }>((resolve, reject) => {
        const headers = { 'content-type': 'application/json' };
        const asked = request(`${url}${path}`, { agent, headers, method: body ? 'POST' : 'GET' }, (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          response.on('end', () => resolve({ status: response.statusCode, text }));
        });
        asked.on('error', reject).end(body && JSON.stringify(body));
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}
