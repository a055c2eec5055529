import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@agent-mem/contract';
import { ownersFileMode } from '@agent-mem/runtime/owners-mode';
import type { KeyValue } from '@agent-mem/storage';

/** The file that names the process which writes a vault. */
export const ownerName = '.agent-mem-owner.json';

interface FolderOwner {
  readonly holder: string;
  readonly host: string;
  readonly pid: number;
}

/**
 * The lease of a folder, in the folder itself: programs with data of their own share no store that could keep them apart. It is renewed by the time of its file. One
 * whose process is gone from this machine has ended.
 */
export function folderLeases(folder: string, clock: Clock): Pick<KeyValue, 'acquire' | 'release'> {
  const path = join(folder, ownerName);
  const own = (holder: string) => JSON.stringify({ holder, host: hostname(), pid: process.pid } satisfies FolderOwner);

  return {
    async acquire(_scope, _key, holder, ttlMs) {
      const lease = { token: 1, expiresAt: clock.now() + ttlMs };
      const owner = await readOwner(path);
      if (owner?.holder === holder) {
        await utimes(path, clock.now() / 1_000, clock.now() / 1_000);
        return lease;
      }
      if (owner && isAlive(owner) && Math.abs(clock.now() - owner.renewedAt) < ttlMs) return null;
      if (owner) await rm(path, { force: true });
      const isTaken = await writeFile(path, own(holder), { flag: 'wx', mode: ownersFileMode }).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          // Another program was faster.
          if (error.code === 'EEXIST') return false;
          throw error;
        },
      );
      return isTaken ? lease : null;
    },
    async release(_scope, _key, holder) {
      if ((await readOwner(path))?.holder === holder) await rm(path, { force: true });
    },
  };
}

/** Who has the folder; `null`: no process. A file that is cut off names none: its process ended while it wrote. */
async function readOwner(path: string): Promise<(FolderOwner & { readonly renewedAt: number }) | null> {
  try {
    const { mtimeMs: renewedAt } = await stat(path);
    const text = await readFile(path, 'utf8');
    return { ...ownerIn(text), renewedAt };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function ownerIn(text: string): FolderOwner {
  try {
    const { holder, host, pid } = JSON.parse(text) as FolderOwner;
    return { holder: String(holder), host: String(host), pid: Number(pid) };
  } catch {
    return { holder: '', host: '', pid: Number.NaN };
  }
}

/** Whether the process may run: of another machine nobody can say. */
function isAlive({ host, pid }: FolderOwner): boolean {
  if (host !== hostname()) return true;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
