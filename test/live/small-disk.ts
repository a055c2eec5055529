import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Availability } from './live.ts';

/** A disk of its own, of a few MiB. Disposing takes it away. */
export interface SmallDisk extends Disposable {
  readonly path: string;
  /** Makes it read-only, or writable again. No file on it may be open for writing. */
  remount(mode: 'ro' | 'rw'): void;
}

/** Whether disks can be made: only by root, on Linux, and not in every container. */
export function findSmallDisk(): Availability<(mebibytes: number) => SmallDisk> {
  try {
    makeDisk(1)[Symbol.dispose]();
    return { thing: makeDisk };
  } catch (error) {
    return { missing: `run as root where tmpfs may be mounted (${(error as Error).message})`, isOptional: true };
  }
}

function makeDisk(mebibytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'agent-mem-disk-'));
  mkdirSync(path, { recursive: true });
  try {
    run('mount', '-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', path);
  } catch (error) {
    rmSync(path, { recursive: true });
    throw error;
  }
  return {
    path,
    remount: (mode) => run('mount', '-o', `remount,${mode}`, path),
    [Symbol.dispose]() {
      run('umount', '--lazy', path);
      rmSync(path, { recursive: true });
    },
  };
}

function run(program: string, ...args: readonly string[]): void {
  const { error, status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (error || status !== 0) throw error ?? new Error(stderr.trim());
}
