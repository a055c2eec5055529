/** Why a file cannot be read or written, by the code of the operating system. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk is full',
  EISDIR: 'it is a folder',
  ENOENT: 'its folder is not there',
  ENOTDIR: 'what should be its folder is a file',
};

/** The same of a folder that cannot be made, or in which no file can. */
const folderReasons: typeof reasons = {
  ...reasons,
  EEXIST: 'it is no folder',
  ENOTDIR: 'it is no folder',
  ENOENT: 'no folder can be made there',
};

/** What the operating system says of a file that cannot be read or written, for a person; `null`: it is no error of the operating system. */
export function fileFailure(error: unknown): string | null {
  return reasonIn(reasons, error);
}

/** What it says of a folder that cannot be made or written, for a person; `null`: it is no error of the operating system. */
export function folderFailure(error: unknown): string | null {
  return reasonIn(folderReasons, error);
}

/** Whether the operating system takes no writes to a file for now: its disk is full, or it may not be written. Making room or changing its mode mends it. */
export function isUnwritable(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof Error && unwritable.has(code ?? '');
}

const unwritable: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM']);

function reasonIn(known: typeof reasons, error: unknown): string | null {
  if (!(error instanceof Error) || !('syscall' in error)) return null;
  return known[String((error as NodeJS.ErrnoException).code)] ?? error.message;
}
