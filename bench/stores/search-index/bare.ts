import type { IndexDocument, MessagePosition, SearchIndex } from '@agent-mem/storage';
import type { Question } from './documents.ts';

/** The client of the store with nothing around it, on a table or collection of its own that holds the same. */
export interface BareSearchIndex {
  put(documents: readonly IndexDocument[]): Promise<unknown>;
  /** The best of each leg that the store has. */
  search(question: Question, limit: number): Promise<unknown>;
  at(positions: readonly MessagePosition[], question: Question): Promise<unknown>;
  statistics(terms: readonly string[]): Promise<unknown>;
}

/** An open index beside its bare client. */
export interface OpenedSearchIndex extends AsyncDisposable {
  readonly store: string;
  readonly index: SearchIndex;
  readonly bare: BareSearchIndex;
  /** Resolves when what was put is indexed. */
  settled(): Promise<void>;
  /** Bytes on disk of the adapter's part. */
  bytes(): Promise<number>;
  /** In the server's memory, of everything. */
  residentBytes?(): number;
}
