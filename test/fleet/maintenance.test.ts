import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spawnFleet, startFleetProcess } from '../process/fleet-process.ts';

let data: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  data = await temporaryDirectory();
});
afterAll(() => data[Symbol.asyncDispose]());

/** Runs a command of the program to its end. */
async function command(...args: readonly string[]) {
  await using process = spawnFleet({ directory: data.path, args });
  const [code] = (await once(process.child, 'exit')) as [number | null];
  return { code, lines: process.output().trimEnd().split('\n'), errors: process.errors() };
}

async function post<Answer>(url: string, path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Answer;
}

/** As if a crash had come between two stores, and worse. */
function disarrange(factId: string): void {
  using file = new DatabaseSync(join(data.path, 'agent-mem.sqlite'));
  file.prepare('UPDATE index_documents SET live = 0 WHERE id = ?').run(factId);
  file.prepare("UPDATE index_documents SET id = 'fact_stray' WHERE id <> ? AND live = 1").run(factId);
}

const content = 'Anne likes green tea';

describe('check and reindex', () => {
  it('refuse where there is no data, and make none', async () => {
    expect(await command('check', '--data-dir', join(data.path, 'nowhere'))).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^agent-mem: There is no data in .*nowhere/),
    });
  });

  it('work on the data of a fleet that stands still', async () => {
    const ids: string[] = [];
    {
      await using fleet = await startFleetProcess({ directory: data.path });
      for (const each of [content, 'Bo plays chess']) {
        ids.push((await post<{ fact_id: string }>(fleet.httpUrl, '/v1/facts/store', { content: each })).fact_id);
      }
      await fleet.stop();
    }
    expect(await command('check')).toMatchObject({ code: 0, lines: ['The stores agree'] });
    disarrange(ids[0] ?? '');
    const { code, lines } = await command('check');
    expect([code, lines.slice(0, 3).sort()]).toEqual([
      1,
      [
        `document-missing  ${ids[0]}  (default/default/default)`,
        `document-missing  ${ids[1]}  (default/default/default)`,
        'document-without-node  fact_stray  (default/default/default)',
      ].sort(),
    ]);
    expect(await command('check', '--user', 'nobody')).toMatchObject({
      code: 0,
      lines: [''],
      errors: expect.stringContaining('agent-mem: nothing is stored for default/nobody/default, so there was nothing to check\n'),
    });
    const found = await command('check', '--json');
    expect(found.lines.map((line) => JSON.parse(line).problem).sort()).toEqual([
      'document-missing',
      'document-missing',
      'document-without-node',
    ]);
  });

  it('attach to the fleet that runs', async () => {
    await using fleet = await startFleetProcess({ directory: data.path });
    const search = () =>
      post<{ facts: readonly { content: string }[] }>(fleet.httpUrl, '/v1/facts/retrieve', { query: 'green tea' });
    expect((await search()).facts).toEqual([]);
    expect((await command('check')).code).toBe(1);
    expect(await command('reindex', '--from-scratch')).toMatchObject({
      code: 0,
      lines: ['default/default/default: 2 documents', '2 documents made anew'],
    });
    expect((await search()).facts).toMatchObject([{ content }]);
    expect(await command('check')).toMatchObject({ code: 0, lines: ['The stores agree'] });
    expect((await command('check', '--workspace', 'nope')).errors).toContain('nothing is stored for nope/default/default');
    const health = (await (await fetch(`${fleet.httpUrl}/health/ready`)).json()) as object;
    expect(health).toEqual({ ready: true, reasons: [], degraded: [], index_lag: { nodes: 0, seconds: 0 } });
  });

  it('are open to this machine only, and to no page of a browser', async () => {
    await using fleet = await startFleetProcess({ directory: data.path });
    const response = await fetch(`${fleet.adminUrl}/admin/maintenance/check`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://example.com' },
      body: '{}',
    });
    expect(response.status).toBe(403);
  });
});
