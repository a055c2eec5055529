import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { freePorts } from '../live/free-ports.ts';
import { describeLive } from '../live/live.ts';
import { findTool } from '../live/tools.ts';
import { startFleetProcess } from '../process/fleet-process.ts';

const service = fileURLToPath(new URL('../../examples/summarizer/service.py', import.meta.url));

describeLive('a summarising service in Python', findTool('python/bin/python'), (python) => {
  it('takes what is compacted, by the documented schema alone, and sends the summary', async () => {
    await using stack = new AsyncDisposableStack();
    const directory = stack.use(await temporaryDirectory());
    const [port = 0] = await freePorts(1);
    const environment = { SUMMARIZER_URL: `http://127.0.0.1:${port}/summarize`, SUMMARIZER_SECRET: 'between-us' };
    const fleet = stack.use(await startFleetProcess({ directory: directory.path, environment }));
    const child = spawn(python(), [service, String(port), fleet.httpUrl, 'between-us'], { stdio: ['ignore', 'pipe', 'inherit'] });
    stack.defer(() => void child.kill());
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => lines.push(line));
    await vi.waitFor(() => expect(lines).toStrictEqual([`listening on ${port}`]));

    // biome-ignore lint/suspicious/noExplicitAny: what is answered over HTTP has no type here
    const call = async (path: string, request: object): Promise<any> => {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${fleet.httpUrl}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(request) });
      const answer = await response.json();
      expect(response.ok, JSON.stringify(answer)).toBe(true);
      return answer;
    };
    const said = ['The key was rotated on Monday. Nobody told us', 'AuthService reads the old key. It is in OPS-4711'];
    const messages = said.map((content) => ({ role: 'user', content }));
    const stored = await call('conversations/append-messages', { conversation_id: 'c1', messages });
    const node_ids = stored.messages.map((message: { message_id: string }) => message.message_id);
    const { job_id } = await call('graph/trigger-compaction', { node_ids });
    await vi.waitFor(async () => expect((await call('graph/get-job', { job_id })).job).toMatchObject({ status: 'done' }));
    const [, id] = await vi.waitUntil(() => lines.length === 2 && lines);
    expect((await call('graph/get', { id })).node).toMatchObject({
      content: 'The key was rotated on Monday. AuthService reads the old key.',
      kind: 'Summary',
    });
    expect((await call('graph/get', { id: node_ids[0] })).node).toMatchObject({ status: 'ARCHIVED', archived_by: 'compaction' });
  });
});
