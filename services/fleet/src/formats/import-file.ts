import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { OperationError, type Scope } from '@agent-mem/contract';
import type { ReportProgress } from '@agent-mem/runtime';
import type { MemoryClient } from '../memory-client/memory-client.ts';
import { recordsOf } from './read-records.ts';
import { storeRecord } from './store-record.ts';

/** What came of an import. */
export interface ImportCounts {
  conversations: number;
  messages: number;
  facts: number;
  /** Of the facts: those that memory has quarantined. */
  quarantined: number;
  /** Records that were there already. */
  known: number;
  skipped: number;
}

/** What is said while a file is read. */
export interface ImportReports {
  /** The record at this position is not taken. */
  skip(at: string, reason: string): void;
  /** The record at this position is stored as this fact, and quarantined. */
  quarantine(at: string, factId: string): void;
  readonly report: ReportProgress;
}

/**
 * Reads a file and stores each record. One that is refused is reported, and the rest goes on; a fleet that is away ends it.
 *
 * @param client `null`: nothing is stored, only read and counted.
 */
export async function importFile(
  { path, from, scope }: { readonly path: string; readonly from: string; readonly scope: Scope },
  client: MemoryClient | null,
  { skip, quarantine, report }: ImportReports,
): Promise<ImportCounts> {
  const counts = { conversations: 0, messages: 0, facts: 0, quarantined: 0, known: 0, skipped: 0 };
  const origin = { from, source: basename(path), scope, at: (await stat(path)).mtime.toISOString() };
  let done = 0;
  for await (const { at, record } of recordsOf(path, from)) {
    done += 1;
    report({ what: 'records', done, total: null });
    const refuse = (reason: string) => {
      counts.skipped += 1;
      skip(at, reason);
    };
    if (record.kind === 'skipped') {
      refuse(record.reason);
      continue;
    }
    try {
      const stored = client ? await storeRecord(record, origin, client) : { isNew: true, quarantined: null };
      if (!stored.isNew) counts.known += 1;
      else if (record.kind === 'fact') {
        counts.facts += 1;
        if (stored.quarantined === null) continue;
        counts.quarantined += 1;
        quarantine(at, stored.quarantined);
      } else {
        counts.conversations += 1;
        counts.messages += record.messages.length;
      }
    } catch (error) {
      if (!(error instanceof OperationError) || error.retryable) throw error;
      refuse(error.message);
    }
  }
  return counts;
}
