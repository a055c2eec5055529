import { once } from 'node:events';
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scopeOf, systemClock } from '@agent-mem/contract';
import { openSqliteDetails } from '@agent-mem/sqlite';
import { openEmbeddedFile } from '@agent-mem/sqlite/file';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasLargeDetail, storeLargeDetail } from '../operations/large-detail.ts';
import { spawnFleet, startFleetProcess } from '../process/fleet-process.ts';

let folder: Awaited<ReturnType<typeof temporaryDirectory>>;
beforeAll(async () => {
  folder = await temporaryDirectory();
});
afterAll(() => folder[Symbol.asyncDispose]());

const at = (...path: readonly string[]) => join(folder.path, ...path);
const ann = { workspace: 'default', user: 'ann', collection: 'default' };
const large = Buffer.from('a large tool output, '.repeat(100_000));

/** Runs a command of the program to its end. */
async function command(data: string, ...args: readonly string[]) {
  await using process = spawnFleet({ directory: at(data), args });
  const [code] = (await once(process.child, 'exit')) as [number | null];
  return { code, output: process.output(), errors: process.errors() };
}

async function post<Answer>(url: string, path: string, body: object): Promise<Answer> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await response.json()) as Answer;
}

const factsOf = async (url: string, user = 'ann') =>
  (await post<{ facts: readonly { content: string }[] }>(url, '/v1/facts/retrieve', { query: 'green tea', user })).facts;

/** What the head says of its making differs, and the checksum with it. */
async function bodyOf(path: string): Promise<readonly string[]> {
  return (await readFile(path, 'utf8')).trimEnd().split('\n').slice(1, -1);
}

/** As a tool's output will be stored: no operation stores one yet. */
async function withLargeDetail(data: string): Promise<void> {
  await using file = await openEmbeddedFile(at(data));
  const details = openSqliteDetails(file, { directory: at(data, 'details') });
  const createdAt = new Date(systemClock.now()).toISOString();
  const description = { memoryKey: 'large', contentType: 'text/plain', metadata: {}, createdAt };
  await details.put(scopeOf(ann), description, [large]);
}

beforeAll(async () => {
  {
    await using fleet = await startFleetProcess({ directory: at('first') });
    for (const content of ['Anne likes green tea', 'Bo plays chess\u2028on Sundays']) {
      await post(fleet.httpUrl, '/v1/facts/store', { content, user: 'ann' });
    }
    await post(fleet.httpUrl, '/v1/facts/store', { content: 'Nobody of theirs drinks tea', user: 'other' });
    await post(fleet.httpUrl, '/v1/conversations/append-message', {
      conversation_id: 'c',
      role: 'user',
      content: 'Hello 🧠',
      user: 'ann',
    });
    await fleet.stop();
  }
  await withLargeDetail('first');
});

describe('an archive', () => {
  it('says of a scope in which nothing is stored that it has no records', async () => {
    const exported = await command('first', 'export', '--user', 'anne', '--out', at('anne.jsonl'));
    expect(exported).toMatchObject({ code: 0, errors: expect.stringContaining('nothing is stored for default/anne/default') });
  });

  it('carries a scope from one data directory into another, and is equal when exported there', async () => {
    const exported = await command('first', 'export', '--user', 'ann', '--out', at('ann.jsonl'));
    expect(exported).toMatchObject({ code: 0, output: expect.stringMatching(/lines of default\/ann\/default/) });
    expect((await stat(at('ann.jsonl'))).mode & 0o077).toBe(0);
    expect(await readFile(at('ann.jsonl'), 'utf8')).not.toContain('Nobody of theirs');

    const imported = await command('second', 'import', at('ann.jsonl'));
    expect(imported).toMatchObject({ code: 0, output: expect.stringContaining('1 detail imported') });
    const again = await command('second', 'export', '--user', 'ann', '--out', at('again.jsonl'));
    expect(again.errors).not.toContain('nothing is stored');
    expect(await bodyOf(at('again.jsonl'))).toEqual(await bodyOf(at('ann.jsonl')));

    await using fleet = await startFleetProcess({ directory: at('second') });
    expect(await factsOf(fleet.httpUrl)).toMatchObject([{ content: 'Anne likes green tea' }]);
    expect(await factsOf(fleet.httpUrl, 'other')).toEqual([]);
  });

  it('goes out of and into a fleet that runs, also under another user', async () => {
    await using fleet = await startFleetProcess({ directory: at('second') });
    await command('second', 'export', '--user', 'ann', '--out', at('running.jsonl'));
    expect(await bodyOf(at('running.jsonl'))).toEqual(await bodyOf(at('ann.jsonl')));
    const imported = await command('second', 'import', at('running.jsonl'), '--user', 'eve');
    expect(imported).toMatchObject({ code: 0, output: expect.stringContaining('default/eve/default') });
    expect(await factsOf(fleet.httpUrl, 'eve')).toMatchObject([{ content: 'Anne likes green tea' }]);
    expect(await command('second', 'check')).toMatchObject({ code: 1, output: expect.stringContaining('detail-unreferenced') });
  });

  it('that was changed is refused before anything is written', async () => {
    const text = await readFile(at('ann.jsonl'), 'utf8');
    await writeFile(at('changed.jsonl'), text.replace('green tea', 'black tea'));
    const refused = await command('third', 'import', at('changed.jsonl'));
    expect(refused).toMatchObject({ code: 1, errors: expect.stringMatching(/^agent-mem: archive, line \d+: its checksum/) });
    await using fleet = await startFleetProcess({ directory: at('third') });
    expect(await factsOf(fleet.httpUrl)).toEqual([]);
    expect(await command('third', 'import', at('changed.jsonl'))).toMatchObject({ code: 1, errors: refused.errors });
  });
});

describe('a backup', () => {
  it('is one whole file, made while the fleet runs, and brought back by restore', async () => {
    {
      await using fleet = await startFleetProcess({ directory: at('first') });
      const writing = Promise.all(
        Array.from({ length: 50 }, (_, i) => post(fleet.httpUrl, '/v1/facts/store', { content: `While it is copied ${i}` })),
      );
      const made = await command('first', 'backup', '--out', at('backup.sqlite'));
      expect(made).toMatchObject({ code: 0, output: expect.stringContaining('MiB') });
      await writing;
      expect((await command('first', 'restore', at('backup.sqlite'))).errors).toMatch(/in use by .*stop it first/);
    }
    expect(await command('restored', 'restore', at('backup.sqlite'))).toMatchObject({ code: 0 });
    expect(await command('restored', 'restore', at('backup.sqlite'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('--replace'),
    });
    expect(await command('restored', 'restore', at('backup.sqlite'), '--replace')).toMatchObject({ code: 0 });
    {
      await using fleet = await startFleetProcess({ directory: at('restored') });
      expect(await factsOf(fleet.httpUrl)).toMatchObject([{ content: 'Anne likes green tea' }]);
      await fleet.stop();
    }
    await using file = await openEmbeddedFile(at('restored'));
    const details = openSqliteDetails(file, { directory: at('restored', 'details') });
    const content = await details.read(scopeOf(ann), 'large', { offset: 0, maxBytes: large.length + 1 });
    expect(Buffer.from(content ?? []).equals(large)).toBe(true);
  });

  it('that replaces data leaves all of that beside, large payloads too, and it works again under its former names', async () => {
    const place = at('replaced');
    const key = await (async () => {
      await using fleet = await startFleetProcess({ directory: place });
      const stored = await storeLargeDetail(fleet.httpUrl);
      await fleet.stop();
      return stored;
    })();
    expect(await command('first', 'backup', '--out', at('other.sqlite'))).toMatchObject({ code: 0 });
    const { code, output } = await command('replaced', 'restore', at('other.sqlite'), '--replace');
    expect(code).toBe(0);
    const [, file = '', details = ''] = /^What was there is now (\S+) and (\S+)$/m.exec(output) ?? [];
    {
      await using fleet = await startFleetProcess({ directory: place });
      expect(await factsOf(fleet.httpUrl)).toMatchObject([{ content: 'Anne likes green tea' }]);
      await fleet.stop();
    }
    await rm(join(place, 'details'), { recursive: true });
    await rename(file, join(place, 'agent-mem.sqlite'));
    await rename(details, join(place, 'details'));
    await using fleet = await startFleetProcess({ directory: place, args: ['--new-data'] });
    expect(await hasLargeDetail(fleet.httpUrl, key)).toBe(true);
  });

  it.each([
    ['attached to the fleet', true],
    ['without a fleet', false],
  ])('names the details whose files are missing, %s, and has the rest', async (_, isRunning) => {
    const [file = ''] = await readdir(at('first', 'details'));
    await using fleet = isRunning ? await startFleetProcess({ directory: at('first') }) : null;
    await rename(at('first', 'details', file), at('lost'));
    const made = await command('first', 'backup', '--out', at('partial.sqlite'));
    await rename(at('lost'), at('first', 'details', file));
    expect(made).toMatchObject({ code: 1, output: expect.stringContaining('MiB') });
    expect(made.errors).toMatch(/lacks 1 detail whose file is missing.*\nlarge {2}\(default\/ann\/default\)\n/);
    await fleet?.stop();
    expect(await command('partial', 'restore', at('partial.sqlite'), '--replace')).toMatchObject({ code: 0 });
    await using restored = await startFleetProcess({ directory: at('partial') });
    expect(await factsOf(restored.httpUrl)).toMatchObject([{ content: 'Anne likes green tea' }]);
  });

  it('that is none, or is damaged, is refused', async () => {
    await writeFile(at('none.sqlite'), 'no database at all');
    const refused = await command('fourth', 'restore', at('none.sqlite'));
    expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining('is no whole backup') });
    expect(await command('nowhere', 'backup', '--out', at('nothing.sqlite'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is no data'),
    });
  });
});
