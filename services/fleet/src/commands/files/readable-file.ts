import { access, constants, open, stat } from 'node:fs/promises';
import { StartFailed } from '../../refusal.ts';

/** Rejects with `StartFailed`, which says why, where a command cannot read this file. */
export async function refuseUnreadable(path: string, { takesFolder = false } = {}): Promise<void> {
  const refuse = (reason: string, cause?: unknown): never => {
    throw new StartFailed(`${path} cannot be read: ${reason}`, { cause });
  };
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) =>
    refuse(cause.code === 'ENOENT' ? 'there is no such file' : cause.message, cause),
  );
  if (found.isDirectory() && !takesFolder) refuse('it is a folder');
  await access(path, constants.R_OK).catch((cause: unknown) => refuse('this user may not', cause));
}

/** How the files of `export` and of `backup` begin, and what reads each. */
const kinds = {
  archive: { begins: '{"archive":', writtenBy: 'export', readBy: 'import' },
  backup: { begins: 'SQLite format 3', writtenBy: 'backup', readBy: 'restore' },
} as const;

/** Rejects with `StartFailed`, which names the right command, where a file that should be the one is the other. */
export async function refuseOther(path: string, wanted: keyof typeof kinds): Promise<void> {
  const other = wanted === 'archive' ? 'backup' : 'archive';
  const { begins, writtenBy, readBy } = kinds[other];
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(begins.length), 0, begins.length, 0);
  if (buffer.toString('latin1', 0, bytesRead) !== begins) return;
  throw new StartFailed(`${path} was written by agent-mem ${writtenBy}; agent-mem ${readBy} reads it`);
}
