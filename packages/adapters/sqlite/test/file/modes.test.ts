import { chmod, glob, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopeOf } from '@agent-mem/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDirectory, openEmbeddedFile } from '../../src/file/index.ts';
import { openSqliteDetails } from '../../src/index.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'agent-mem-modes-'));
});
afterEach(() => rm(root, { recursive: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

/** The modes of a data directory that is in use, and of all in it. */
async function modesWhileUsed(directory: string): Promise<Readonly<Record<string, string>>> {
  await using _lock = await lockDirectory(directory, { address: null });
  await using file = await openEmbeddedFile(directory);
  const details = openSqliteDetails(file, { directory: join(directory, 'details') });
  const description = { memoryKey: 'k', contentType: 'text/plain', metadata: {}, createdAt: '2026-05-01T10:00:00.000Z' };
  await details.put(scopeOf({ workspace: 'w', user: 'u', collection: 'c' }), description, [new Uint8Array(2_000_000)]);
  const paths = await Array.fromAsync(glob('**', { cwd: directory }));
  const modes = paths.map(async (path) => [path.replace(/[0-9a-f]{64}/, 'HASH'), await modeOf(join(directory, path))] as const);
  return Object.fromEntries(await Promise.all(modes));
}

// Windows has no such modes.
describe.skipIf(process.platform === 'win32')('a data directory', () => {
  it('and all that is made in it is its owner’s alone', async () => {
    const modes = await modesWhileUsed(join(root, 'new', 'data'));
    expect(modes).toMatchObject({
      'agent-mem.sqlite': '600',
      'agent-mem.sqlite-wal': '600',
      'agent-mem.lock.sqlite': '600',
      'agent-mem.data.json': '600',
      'details/HASH': '600',
    });
    for (const [path, mode] of Object.entries(modes)) expect([path, mode]).toEqual([path, mode === '600' ? '600' : '700']);
    expect(await modeOf(join(root, 'new'))).toBe('700');
  });

  it('that the operator made has the modes that the operator gave', async () => {
    const directory = join(root, 'shared');
    for (const folder of [directory, join(directory, 'details')]) {
      await mkdir(folder);
      await chmod(folder, 0o770);
    }
    await modesWhileUsed(directory);
    await chmod(join(directory, 'agent-mem.sqlite'), 0o640);
    expect(await modesWhileUsed(directory)).toMatchObject({
      'agent-mem.sqlite': '640',
      'agent-mem.sqlite-wal': '640',
      details: '770',
    });
    expect(await modeOf(directory)).toBe('770');
  });
});
