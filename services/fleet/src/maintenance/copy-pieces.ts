import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OperationError } from '@agent-mem/contract';

/** Writes a consistent copy of the embedded file to a path; `null`: nothing is embedded. */
export type EmbeddedCopy = ((path: string) => Promise<void>) | null;

/** A copy of the embedded file, piece by piece. */
export async function* copyPieces(copyTo: EmbeddedCopy): AsyncIterable<Uint8Array> {
  if (!copyTo) {
    throw new OperationError(
      'failed-precondition',
      'Nothing is kept in an embedded file: back up the servers by their own tools, or export scope by scope',
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'agent-mem-backup-'));
  try {
    const path = join(folder, 'agent-mem.sqlite');
    await copyTo(path);
    yield* createReadStream(path, { highWaterMark: 512 * 1024 });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
