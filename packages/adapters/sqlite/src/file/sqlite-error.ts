/** SQLite's result codes that say something about the file or its disk. */
export const sqliteCodes = {
  busy: 5,
  locked: 6,
  readOnly: 8,
  io: 10,
  corrupt: 11,
  full: 13,
  cannotOpen: 14,
  notADatabase: 26,
} as const;

/** SQLite's primary result code of an error; `null` if it is not SQLite's. */
export function sqliteCodeOf(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  // The higher bits say more of the same, such as which call of the operating system failed.
  return error.errcode & 0xff;
}

/** What the operating system calls an error, such as `ENOSPC`; `null` if it is not the operating system's. */
export function systemCodeOf(error: unknown): string | null {
  return error instanceof Error && 'syscall' in error && 'code' in error ? String(error.code) : null;
}
