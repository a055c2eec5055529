import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DirectoryInUse, lockDirectory, readOwner } from '../../src/file/index.ts';

let directory: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'agent-mem-lock-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(directory, { recursive: true });
});

/** A process of its own that holds the directory. */
async function holder(): Promise<ChildProcess> {
  const program = join(import.meta.dirname, 'hold-directory.ts');
  const child = spawn(process.execPath, [program, directory], { stdio: ['pipe', 'pipe', 'inherit'] });
  children.push(child);
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

describe('the lock of a directory', () => {
  it('keeps a second process out and names the first', async () => {
    const child = await holder();
    const refused = await lockDirectory(directory, { address: null }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(DirectoryInUse);
    const owner = { pid: child.pid, address: 'http://127.0.0.1:8700', key: null, startedAt: expect.any(String) };
    expect(refused).toMatchObject({ owner });
    expect((refused as Error).message).toContain(
      `${directory} is in use by process ${child.pid} at http://127.0.0.1:8700, started 2`,
    );
    expect(await readOwner(directory)).toEqual(owner);
    const json = JSON.parse(await readFile(join(directory, 'agent-mem.lock'), 'utf8'));
    expect(json).toEqual({ pid: child.pid, address: 'http://127.0.0.1:8700', started_at: expect.any(String) });
  });

  it('is free as soon as its process is killed, whatever the file says', async () => {
    const child = await holder();
    child.kill('SIGKILL');
    await ended(child);
    expect(existsSync(join(directory, 'agent-mem.lock'))).toBe(true);
    expect(await readOwner(directory)).toBeNull();
    await using lock = await lockDirectory(directory, { address: 'http://127.0.0.1:1' });
    lock.setAddress('http://127.0.0.1:2');
    expect(await readOwner(directory)).toMatchObject({ pid: process.pid, address: 'http://127.0.0.1:2' });
    lock.setAddress('http://127.0.0.1:2', 'local_1');
    expect(await readOwner(directory)).toMatchObject({ key: 'local_1' });
    // Who reads it is taken for an administrator.
    expect((await stat(join(directory, 'agent-mem.lock'))).mode & 0o777).toBe(0o600);
  });

  it('is not held by a process that only has the number the file names', async () => {
    const stale = { pid: process.pid, address: null, started_at: '2026-01-01T00:00:00.000Z' };
    await writeFile(join(directory, 'agent-mem.lock'), JSON.stringify(stale));
    expect(await readOwner(directory)).toBeNull();
    await using _lock = await lockDirectory(directory, { address: null });
  });

  it('is given back when disposed', async () => {
    const child = await holder();
    child.stdin?.end();
    await ended(child);
    expect(existsSync(join(directory, 'agent-mem.lock'))).toBe(false);
    await using _lock = await lockDirectory(directory, { address: null });
  });

  it('holds within one process too', async () => {
    const lock = await lockDirectory(directory, { address: null });
    await expect(lockDirectory(directory, { address: null })).rejects.toBeInstanceOf(DirectoryInUse);
    await lock[Symbol.asyncDispose]();
    await using _again = await lockDirectory(directory, { address: null });
  });

  it('has no owner where nobody ever was', async () => {
    expect(await readOwner(join(directory, 'nowhere'))).toBeNull();
  });
});
