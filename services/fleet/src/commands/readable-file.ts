import { access, constants, stat } from 'node:fs/promises';
import { StartFailed } from '../refusal.ts';

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
