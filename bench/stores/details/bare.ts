import type { Details } from '@agent-mem/storage';

/** The client of the store with nothing around it, on the adapter's own tables. */
export interface BareDetails {
  /** The row, its content and the count of each of its words: in one transaction. */
  put(key: string, content: Content): Promise<unknown>;
  read(key: string, offset: number, maxBytes: number): Promise<unknown>;
  /** Details that hold most of the words. */
  search(words: readonly string[], limit: number): Promise<unknown>;
}

/** A text, and what a bare client that has counted its words would know. */
export interface Content {
  readonly text: string;
  readonly bytes: Buffer;
  readonly hash: string;
  readonly words: ReadonlyMap<string, number>;
}

/** An open store beside its bare client. */
export interface OpenedDetails extends AsyncDisposable {
  readonly store: string;
  readonly details: Details;
  readonly bare: BareDetails;
  bytes(): Promise<number>;
}
