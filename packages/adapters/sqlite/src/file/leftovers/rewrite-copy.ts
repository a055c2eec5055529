import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { FileReport } from '../file-health.ts';
import type { Integrity } from '../integrity.ts';
import { makeOwnersFile } from '../owners-file.ts';

const infix = '.before-';

/**
 * Before the first migration of a start that writes stored rows anew: SQLite's check of all pages, and a copy beside the file.
 * A checksum that is made of damaged rows would call them whole for ever.
 */
export function copyBeforeRewrite(
  database: DatabaseSync,
  path: string,
  integrity: Integrity,
  { now, report }: { readonly now: number; report(report: FileReport): void },
): void {
  if (integrity.isCopied) return;
  integrity.requireWholePages();
  const copy = `${path}${infix}${new Date(now).toISOString().replaceAll(':', '-')}`;
  const part = `${copy}.part`;
  rmSync(part, { force: true });
  // SQLite fills an empty file as it would one that is missing.
  makeOwnersFile(part);
  // As `backup` does, within this turn: nothing may be written between the copy and the migration.
  database.prepare('VACUUM INTO ?').run(part);
  finish(part, copy);
  integrity.isCopied = true;
  report({
    isOver: true,
    sentence: `The earlier version's data is copied to ${copy}: delete it when this version works for you`,
  });
}

/** Removes the copies, which hold what was deleted since. */
export function removeCopies(path: string): void {
  const directory = dirname(path);
  for (const name of readdirSync(directory)) {
    if (name.startsWith(`${basename(path)}${infix}`)) rmSync(join(directory, name), { force: true });
  }
}

function finish(part: string, copy: string): void {
  const descriptor = openSync(part, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(part, copy);
}
