import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownersFileMode } from '@agent-mem/runtime/owners-mode';
import { linesOf } from './lines.ts';

/** Lines in a file of their own, to be read more than once. Disposing deletes it. */
export interface SpooledLines extends AsyncDisposable {
  readonly lines: () => AsyncIterable<string>;
}

/** Writes lines to a temporary file as they come. */
export async function spooled(lines: AsyncIterable<string>): Promise<SpooledLines> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-mem-import-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'archive.jsonl');
  try {
    await using file = await open(path, 'wx', ownersFileMode);
    for await (const line of lines) await file.appendFile(`${line}\n`);
  } catch (error) {
    await remove();
    throw error;
  }
  return { lines: () => linesOf(createReadStream(path)), [Symbol.asyncDispose]: remove };
}
