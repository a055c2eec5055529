import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperationError } from '@agent-mem/contract';
import { fileFailure } from '@agent-mem/runtime/file-failure';
import { ownersFileMode } from '@agent-mem/runtime/owners-mode';
import { linesOf } from './lines.ts';

/** Lines in a file of their own, to be read more than once. Disposing deletes it. */
export interface SpooledLines extends AsyncDisposable {
  readonly lines: () => AsyncIterable<string>;
}

/** Writes lines to a temporary file as they come. Throws `failed-precondition`, with the cure, where the folder for such files cannot be written. */
export async function spooled(lines: AsyncIterable<string>): Promise<SpooledLines> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-mem-import-')).catch(refuseFolder);
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'archive.jsonl');
  try {
    await using file = await open(path, 'wx', ownersFileMode).catch(refuseFolder);
    for await (const line of lines) await file.appendFile(`${line}\n`).catch(refuseFolder);
  } catch (error) {
    await remove();
    throw error;
  }
  return { lines: () => linesOf(createReadStream(path)), [Symbol.asyncDispose]: remove };
}

function refuseFolder(cause: unknown): never {
  const reason = fileFailure(cause);
  if (reason === null) throw cause;
  const sentence = `A file in ${tmpdir()}, the folder for temporary files, cannot be written: ${reason}. Make room there, or set TMPDIR to another folder`;
  throw new OperationError('failed-precondition', sentence, { cause });
}
