import { createHash, type Hash } from 'node:crypto';
import type { Scoped } from '@agent-mem/contract';
import type { GraphRecord, StoredDetail } from '@agent-mem/storage';

/** The version of the format below. */
export const archiveVersion = 1;

/**
 * A line of an archive: JSON lines, one scope. First the head, then the Graph's records, then each detail with its bytes in pieces behind
 * it, last the end with the number of lines before it and the SHA-256 of their bytes.
 */
export type ArchiveLine =
  | { readonly archive: { readonly version: number; readonly scope: Scoped; readonly created_at: string } }
  | GraphRecord
  | { readonly detail: StoredDetail }
  | { readonly bytes: string }
  | { readonly end: { readonly lines: number; readonly sha256: string } };

/** Counts the lines of an archive and their checksum, as they are written or read. */
export class ArchiveSum {
  readonly #hash: Hash = createHash('sha256');
  #lines = 0;

  add(line: string): void {
    this.#hash.update(`${line}\n`);
    this.#lines += 1;
  }

  /** What the last line says of those before it. Call it once. */
  end(): { readonly lines: number; readonly sha256: string } {
    return { lines: this.#lines, sha256: this.#hash.digest('hex') };
  }
}
