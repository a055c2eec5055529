import { createReadStream } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { dayOf, parsedJson } from '@agent-mem/contract';
import type { AuditEntry } from './audit-entry.ts';

/** The file of a day: `audit-2026-11-24.jsonl`. */
export function auditFileName(day: string): string {
  return `audit-${day}.jsonl`;
}

/** `2026-11-24`; `null`: it is no file of an audit log. */
export function dayOfAuditFile(name: string): string | null {
  return /^audit-(\d{4}-\d{2}-\d{2})\.jsonl$/.exec(name)?.[1] ?? null;
}

/** Whether a file ends in the middle of a line. One that is absent does not. */
export async function endsInALine(path: string): Promise<boolean> {
  try {
    await using file = await open(path);
    const { size } = await file.stat();
    if (size === 0) return false;
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
    return buffer.toString() !== '\n';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** What was written since a time, the oldest first. A line that was cut off is passed over. Rejects where there is no such folder. */
export async function* readAuditFiles(folder: string, since: string): AsyncIterable<AuditEntry> {
  const names = await readdir(folder);
  const first = dayOf(since);
  const days = names.filter((name) => (dayOfAuditFile(name) ?? '') >= first).toSorted();
  for (const name of days) {
    for await (const line of createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Infinity })) {
      // This process's own files.
      const entry = parsedJson(line) as AuditEntry | null;
      if (entry && entry.at >= since) yield entry;
    }
  }
}
