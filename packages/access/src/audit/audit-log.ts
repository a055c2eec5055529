import { appendFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, dayMs, dayOf } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import { makeOwnersFolder, ownersFileMode } from '@agent-mem/runtime/owners-mode';
import type { AuditEntry } from './audit-entry.ts';
import { auditFileName, dayOfAuditFile, endsInALine } from './audit-files.ts';

/** Where entries go. Disposing writes what is still to be written. */
export interface AuditLog extends AsyncDisposable {
  write(entry: AuditEntry): void;
}

/** Writes each entry as a line of JSON, marked as one: other lines stand beside them. */
export function printedAuditLog(print: (line: string) => void): AuditLog {
  return {
    write: (entry) => print(JSON.stringify({ stream: 'audit', ...entry })),
    async [Symbol.asyncDispose]() {},
  };
}

/** What files of an audit log need. */
export interface AuditFilesOptions {
  readonly folder: string;
  /** How long a day's file stays. */
  readonly days: number;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Writes entries to a file a day (UTC), readable by its owner alone, and deletes those that are older than their lifetime. Rejects where the folder cannot be made. */
export async function openAuditFiles({ folder, days, clock, log }: AuditFilesOptions): Promise<AuditLog> {
  makeOwnersFolder(folder);
  let lines: string[] = [];
  let day = '';
  let writing: Promise<void> | null = null;

  async function deleteOld(): Promise<void> {
    const oldest = dayOf(clock.now() - days * dayMs);
    const names = await readdir(folder);
    const old = names.filter((name) => (dayOfAuditFile(name) ?? oldest) < oldest);
    await Promise.all(old.map((name) => rm(join(folder, name), { force: true })));
  }

  async function writeAll(): Promise<void> {
    while (lines.length > 0) {
      const today = dayOf(clock.now());
      const taken = lines;
      lines = [];
      try {
        const path = join(folder, auditFileName(today));
        // What was cut off in the middle of a line, by a kill or a full disk, must not take the next one with it.
        const begin = day === '' && (await endsInALine(path)) ? '\n' : '';
        await appendFile(path, begin + taken.join(''), { mode: ownersFileMode });
        if (day !== today) await deleteOld();
        day = today;
      } catch (err) {
        day = '';
        // A memory that cannot be audited still answers: that is what the log of errors is for.
        log.error({ err, folder, lost: taken.length }, 'Entries of the audit log could not be written');
      }
    }
    writing = null;
  }

  return {
    write(entry) {
      lines.push(`${JSON.stringify(entry)}\n`);
      writing ??= writeAll();
    },
    async [Symbol.asyncDispose]() {
      await writing;
    },
  };
}
