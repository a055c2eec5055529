import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperationError } from '@agent-mem/contract';
import type { ReportProgress } from '@agent-mem/runtime';
import { dataFile } from '@agent-mem/runtime/data-directory';
import type { MissingDetail } from '@agent-mem/sqlite';

/** Writes a consistent copy of the embedded file to a path, and answers the details that it lacks; `null`: nothing is embedded. */
export type EmbeddedCopy = ((path: string) => Promise<readonly MissingDetail[]>) | null;

/** A copy of the embedded file, piece by piece. Returns the details that it lacks, since their files are missing. */
export async function* copyPieces(
  copyTo: EmbeddedCopy,
  report: ReportProgress = () => {},
): AsyncGenerator<Uint8Array, readonly MissingDetail[]> {
  if (!copyTo) {
    throw new OperationError(
      'failed-precondition',
      'No store is an embedded file: back up the servers by their own tools, or export scope by scope',
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'agent-mem-backup-'));
  try {
    const path = dataFile(folder);
    const missing = await copyTo(path);
    const { size: total } = await stat(path);
    let done = 0;
    for await (const piece of createReadStream(path, { highWaterMark: 512 * 1024 }) as AsyncIterable<Uint8Array>) {
      yield piece;
      done += piece.length;
      report({ what: 'bytes', done, total });
    }
    return missing;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
