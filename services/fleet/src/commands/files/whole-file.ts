import { constants } from 'node:fs';
import { chmod, copyFile, open, rename, rm } from 'node:fs/promises';
import { fileFailure } from '@agent-mem/runtime/file-failure';
import { ownersFileMode } from '@agent-mem/runtime/owners-mode';
import { StartFailed } from '../../refusal.ts';

/** Writes a file that is there only when it is whole, and readable by its owner alone. */
export async function writeWhole(path: string, pieces: () => AsyncIterable<string | Uint8Array>): Promise<void> {
  await becomingWhole(path, async (part) => {
    await using file = await open(part, 'w', ownersFileMode);
    for await (const piece of pieces()) await file.appendFile(piece);
    await file.sync();
  });
}

/** Copies a file into one that is there only when it is whole, and readable by its owner alone. `makeRoom` runs when the copy is complete, before it takes its name. */
export async function copyWhole(from: string, path: string, makeRoom: () => void): Promise<void> {
  await becomingWhole(path, async (part) => {
    await copyFile(from, part, constants.COPYFILE_FICLONE);
    // A copy has the mode of its original, which others may be meant to read.
    await chmod(part, ownersFileMode);
    await using file = await open(part, 'r+');
    await file.sync();
    makeRoom();
  });
}

/** Gives the file its name when the work has made it, or removes what there is of it. Rejects with `StartFailed` where it cannot be written. */
async function becomingWhole(path: string, work: (part: string) => Promise<void>): Promise<void> {
  const part = `${path}.part`;
  try {
    await work(part);
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    const reason = fileFailure(error);
    throw reason === null ? error : new StartFailed(`${path} cannot be written: ${reason}`, { cause: error });
  }
}
