import { once } from 'node:events';
import { cpSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeText, cutInHalf, fileOf, zeroPages } from '../process/damage-file.ts';
import { type FleetProcess, spawnFleet, startFleetProcess } from '../process/fleet-process.ts';
import { verifies } from '../verifies.ts';

interface Readiness {
  readonly ready: boolean;
  readonly reasons: readonly string[];
}
interface Refusal {
  readonly error: { readonly type: string; readonly message: string; readonly retryable: boolean };
}

const contents = Array.from({ length: 40 }, (_, number) => `Anne has visited town number ${number} by train`);
const searchTables = ['index_documents', 'index_bodies', 'index_postings', 'index_vectors'];

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
let whole: string;
let backup: string;
let damaged: string;
const ids: string[] = [];

beforeAll(async () => {
  folder = await temporaryDirectory();
  [whole, damaged, backup] = ['whole', 'damaged', 'backup.sqlite'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  await using fleet = await startFleetProcess({ directory: whole });
  for (const content of contents) {
    const { body } = await post<{ fact_id: string }>(fleet, '/v1/facts/store', { content });
    ids.push(body.fact_id);
  }
  expect(await command(whole, 'backup', '--out', backup)).toMatchObject({ code: 0 });
  await fleet.stop();
});
afterAll(() => folder[Symbol.asyncDispose]());
beforeEach(() => {
  rmSync(damaged, { recursive: true, force: true });
  cpSync(whole, damaged, { recursive: true });
});

async function command(directory: string, ...args: readonly string[]) {
  await using process = spawnFleet({ directory, args });
  const [code] = (await once(process.child, 'exit')) as [number | null];
  return { code, output: process.output(), errors: process.errors() };
}

async function post<Body>({ httpUrl }: Pick<FleetProcess, 'httpUrl'>, path: string, body: object) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${httpUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, body: (await response.json()) as Body };
}

async function readinessOf({ httpUrl }: Pick<FleetProcess, 'httpUrl'>) {
  const response = await fetch(`${httpUrl}/health/ready`);
  return { status: response.status, ...((await response.json()) as Readiness) };
}

const question = { query: 'which towns has Anne visited by train?' };

describe('zeroed pages', () => {
  it(
    'of the search index are named by the answer, the health and check, and mended by reindex',
    verifies('damage.named'),
    async () => {
      zeroPages(damaged, ...searchTables);
      // A start reads the index ahead, so that its health may say so before anybody asks.
      await using fleet = await startFleetProcess({ directory: damaged, mayBeUnready: true });
      await vi.waitFor(async () => {
        const { status, body } = await post<Refusal>(fleet, '/v1/facts/retrieve', question);
        expect([status, body.error.type]).toEqual([500, 'internal']);
        expect(body.error.message).toMatch(
          /agent-mem\.sqlite is damaged in table index_\w+ \(.*\): "reindex" makes this table anew/,
        );
      });
      expect(await readinessOf(fleet)).toMatchObject({
        status: 503,
        reasons: [expect.stringMatching(/damaged in table index_\w+/)],
      });
      const check = await command(damaged, 'check');
      expect(check.code).toBe(1);
      expect(check.output).toMatch(/^page-damaged {2}index_\w+/m);
      expect(await command(damaged, 'reindex')).toMatchObject({
        code: 0,
        output: expect.stringContaining('40 documents made anew'),
      });
      expect(await readinessOf(fleet)).toMatchObject({ status: 200, ready: true });
      expect(await command(damaged, 'check')).toMatchObject({ code: 0 });
      const found = await post<{ facts: readonly object[] }>(fleet, '/v1/facts/retrieve', question);
      expect(found.body.facts.length).toBeGreaterThan(0);
    },
  );

  it(
    'of the graph are named, also by a process that starts later, and mended by restore alone',
    verifies('damage.named'),
    async () => {
      zeroPages(damaged, 'graph_nodes');
      {
        await using fleet = await startFleetProcess({ directory: damaged, mayBeUnready: true });
        await vi.waitFor(async () => {
          const { body } = await post<Refusal>(fleet, '/v1/facts/list', {});
          expect(body.error.message).toMatch(
            /damaged in table graph_nodes .*"check" lists .* "restore FILE" brings a backup back/,
          );
        });
        expect((await readinessOf(fleet)).status).toBe(503);
        expect((await command(damaged, 'reindex')).errors).toMatch(/damaged in table graph_nodes .*"restore FILE"/);
        await fleet.stop();
      }
      const check = await command(damaged, 'check');
      expect(check).toMatchObject({ code: 1, output: expect.stringMatching(/^page-damaged {2}graph_nodes/m) });
      expect(await command(damaged, 'restore', backup, '--replace')).toMatchObject({ code: 0 });
      expect(await command(damaged, 'check')).toMatchObject({ code: 0 });
    },
  );
});

it('a changed letter in a stored text is answered to nobody, and named with its record', verifies('damage.named'), async () => {
  expect(changeText(damaged, 'town number 17 by', 'town number 71 by')).toBeGreaterThan(0);
  await using fleet = await startFleetProcess({ directory: damaged });
  const { status, body } = await post<Refusal>(fleet, '/v1/facts/get', { fact_id: ids[17] });
  expect([status, body.error.message]).toEqual([500, expect.stringContaining(`${ids[17]} is damaged in `)]);
  expect(body.error.message).toMatch(/"check" lists .* "restore FILE" .* "purge --record"/);
  expect(JSON.stringify(await post(fleet, '/v1/facts/retrieve', { query: 'town number 71' }))).not.toContain('number 71 by');
  expect((await readinessOf(fleet)).reasons).toEqual([expect.stringContaining(`${ids[17]} is damaged`)]);
  const check = await command(damaged, 'check');
  expect(check).toMatchObject({
    code: 1,
    output: expect.stringMatching(new RegExp(`^record-damaged {2}${ids[17]} {2}\\(default/default/default\\)`, 'm')),
  });
  expect((await command(damaged, 'purge', '--user', 'default', '--record', ids[17] ?? '', '--yes')).code).toBe(0);
  expect(await readinessOf(fleet)).toMatchObject({ status: 200 });
  expect(await command(damaged, 'check')).toMatchObject({ code: 0 });
});

describe('a data file that is', () => {
  const ways: Readonly<Record<string, { readonly damage: () => void; readonly says: RegExp }>> = {
    removed: { damage: () => rmSync(fileOf(damaged)), says: /agent-mem\.sqlite is gone, and .* held data in it: .*--new-data/ },
    'cut to 0 bytes': {
      damage: () => truncateSync(fileOf(damaged), 0),
      says: /agent-mem\.sqlite is empty \(0 bytes\), and .*--new-data/,
    },
    'another file': {
      damage: () => writeFileSync(fileOf(damaged), 'a shopping list'),
      says: /agent-mem\.sqlite is no SQLite file/,
    },
  };
  it.each(Object.entries(ways))(
    '%s stops the start, until it is said that there is none',
    verifies('damage.missing'),
    async (_, { damage, says }) => {
      damage();
      for (const args of [[], ['check']]) {
        const { code, errors } = await command(damaged, ...args);
        expect([code, errors]).toEqual([1, expect.stringMatching(says)]);
        expect(errors.trim().split('\n')).toHaveLength(1);
      }
      await using fleet = await startFleetProcess({ directory: damaged, args: ['--new-data'] });
      expect((await post<{ facts: readonly object[] }>(fleet, '/v1/facts/list', {})).body.facts).toEqual([]);
      await fleet.stop();
      await using again = await startFleetProcess({ directory: damaged });
      await again.stop();
    },
  );

  it('restored serves what it held', verifies('damage.missing'), async () => {
    rmSync(fileOf(damaged));
    expect(await command(damaged, 'restore', backup)).toMatchObject({ code: 0 });
    await using fleet = await startFleetProcess({ directory: damaged });
    expect((await post<{ facts: readonly object[] }>(fleet, '/v1/facts/list', { limit: 100 })).body.facts).toHaveLength(
      contents.length,
    );
  });

  it("another folder's stops the start", verifies('damage.missing'), async () => {
    const other = join(folder.path, 'other');
    await using fleet = await startFleetProcess({ directory: other });
    await fleet.stop();
    cpSync(fileOf(other), fileOf(damaged));
    expect((await command(damaged, 'check')).errors).toMatch(/is another data file than the one that .* held/);
  });

  it('removed while the process runs is named by its health', verifies('damage.missing'), async () => {
    await using fleet = await startFleetProcess({ directory: damaged });
    renameSync(fileOf(damaged), `${fileOf(damaged)}.elsewhere`);
    expect((await readinessOf(fleet)).reasons).toEqual([
      expect.stringMatching(/agent-mem\.sqlite was removed while the process runs/),
    ]);
  });

  it('cut in its middle is named', verifies('damage.named'), async () => {
    cutInHalf(damaged);
    const check = await command(damaged, 'check');
    expect([check.code, check.output + check.errors]).toEqual([1, expect.stringMatching(/page-damaged|is damaged/)]);
  });
});

it('has one owner, also when the lock files are deleted by hand', verifies('start.held'), async () => {
  await using fleet = await startFleetProcess({ directory: damaged });
  for (const name of ['agent-mem.lock', 'agent-mem.lock.sqlite']) rmSync(join(damaged, name));
  const second = await command(damaged);
  expect([second.code, second.errors]).toEqual([1, expect.stringMatching(/damaged is in use by another process/)]);
  const restore = await command(damaged, 'restore', backup, '--replace');
  expect([restore.code, restore.errors]).toEqual([1, expect.stringMatching(/is in use by another process.*stop it first/)]);
  expect((await readinessOf(fleet)).status).toBe(200);
  expect(await fleet.stop()).toBe(0);
  expect(await command(damaged, 'check')).toMatchObject({ code: 0 });
});
