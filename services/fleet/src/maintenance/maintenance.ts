import type { Scope } from '@agent-mem/contract';
import type { Disagreement, ReindexedScope } from '@agent-mem/maintenance';
import type { Imported } from '@agent-mem/retention';
import type { ReportProgress } from '@agent-mem/runtime';
import type { MissingDetail } from '@agent-mem/sqlite';
import type { Damage } from '@agent-mem/sqlite/file';

/** Whose memory a task is about. */
export interface ScopeWish {
  /** Default: every scope; of an import, the archive's own. */
  readonly scope?: Scope;
}

/** Which of it is to be made anew. */
export interface ReindexWish extends ScopeWish {
  /** Empties each scope's index first. */
  readonly fromScratch?: boolean;
}

/** What is to be erased for good: all of the scope, all of its user, or one thing in it. */
export interface PurgeWish extends Required<ScopeWish> {
  readonly allCollections?: boolean;
  readonly conversationId?: string;
  /** Of a record. */
  readonly id?: string;
}

/** What a check came upon, beside what is wrong. */
export interface Checked {
  /** Whether no store knows the scope that was asked about, as where its name is mistyped. */
  readonly holdsNothing: boolean;
}

/** What was erased, as the contract's PurgeCertificate says it. */
export interface Certificate {
  /** How many records, by their kind; those of which there was none are left out. */
  readonly counts?: Readonly<Record<string, unknown>> | null;
}

/** What is done to the stores as a whole, whichever process has them open. Each yields as it goes; leaving early stops it. */
export interface Maintenance {
  /** What is damaged in the embedded files, then what the stores disagree on. An owner of an earlier version returns nothing. */
  check(wish: ScopeWish, report?: ReportProgress): AsyncGenerator<Disagreement | Damage, Checked | undefined>;
  /** Every document made anew from the Graph. */
  reindex(wish: ReindexWish, report?: ReportProgress): AsyncIterable<ReindexedScope>;
  /** The lines of an archive. */
  export(wish: Required<ScopeWish>, report?: ReportProgress): AsyncIterable<string>;
  /** Verifies an archive, writes it, and makes its search documents. */
  import(wish: ScopeWish, lines: AsyncIterable<string>, report?: ReportProgress): AsyncIterable<Imported>;
  /** Erases for good, and yields the certificate. */
  purge(wish: PurgeWish, report?: ReportProgress): AsyncIterable<Certificate>;
  /**
   * The embedded file as it is now, whole, piece by piece. Returns the details that it lacks, since their files are missing.
   * Throws `failed-precondition` where nothing is embedded.
   */
  backup(wish: object, report?: ReportProgress): AsyncGenerator<Uint8Array, readonly MissingDetail[]>;
}
