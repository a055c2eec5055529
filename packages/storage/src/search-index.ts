import type { Scope } from '@agent-mem/contract';
import type { AttributeFilter, IndexAttributes } from './attributes.ts';
import type { JsonObject, NodeKind } from './graph.ts';

/** A vector and who made it. Vectors of two embedders never meet. */
export interface EmbeddedVector {
  /** `Embedder.id`. */
  readonly embedder: string;
  /** Unit length. */
  readonly values: Float32Array;
  /** Of a document's vector: hash of the text that it was made of. Absent: unknown, as in the index of version 0.1.0. */
  readonly textHash?: string;
}

/** What the index holds of one node: nothing that depends on other documents, so nothing is re-weighted when one arrives. */
export interface IndexDocument {
  /** The node's id. */
  readonly id: string;
  readonly kind: NodeKind;
  /** The node's version it was made of. A document of an older version never replaces a newer one. */
  readonly version: number;
  readonly conversationId: string | null;
  /** `conversation`: found only by those who ask from that conversation. */
  readonly visibility: 'scope' | 'conversation';
  /** Place in its conversation, from 1. */
  readonly ordinal: number | null;
  readonly role: string | null;
  /** Milliseconds since 1970 when it was said or learned. */
  readonly timestamp: number;
  /** Raw counts of its terms. The index knows no language: `retrieval` makes them. */
  readonly terms: Readonly<Record<string, number>>;
  /** Number of terms, repeats counted. */
  readonly length: number;
  readonly vectors: readonly EmbeddedVector[];
  /** What ranking looks at beside terms and vectors. */
  readonly fields: JsonObject;
  /** What filters look at; `null`: a version that knew none made the document, and no filter lets it through. */
  readonly attributes: IndexAttributes | null;
}

/** What hits are measured against. */
export interface IndexProbe {
  /** Terms with their weights (as a rule idf). Absent or empty: no lexical leg. */
  readonly terms?: readonly { readonly term: string; readonly weight: number }[];
  /** Absent: no dense leg. Another dimension than the embedder's documents have is refused with `invalid-argument`. */
  readonly vector?: EmbeddedVector;
}

/** What is asked for: by words, by a vector, or by both. */
export interface IndexQuery extends IndexProbe {
  readonly kinds: readonly NodeKind[];
  /** Only documents of these conversations. */
  readonly conversationIds?: readonly string[];
  /** Sees `visibility: conversation` of this conversation too. */
  readonly visibleFrom?: string | null;
  readonly roles?: readonly string[];
  /** Only documents that pass. */
  readonly filter?: AttributeFilter;
  /** Most documents of each leg, 1 to 1,000. */
  readonly limit: number;
}

/** Where a message stands. */
export interface MessagePosition {
  readonly conversationId: string;
  /** From 1. */
  readonly ordinal: number;
}

/** What ranking sees of a document: enough to score it, without its other terms and its vectors. */
export interface IndexHit
  extends Pick<
    IndexDocument,
    'id' | 'kind' | 'version' | 'conversationId' | 'visibility' | 'ordinal' | 'role' | 'timestamp' | 'length' | 'fields'
  > {
  /** How often it holds each of the terms asked for; those it does not hold are left out. Has no prototype. */
  readonly counts: Readonly<Record<string, number>>;
  /** Σ weight · tf / (tf + 1.2) over the terms asked for; 0: it holds none. */
  readonly lexical: number;
  /** −1 to 1; `null`: no vector was asked for, or the document has none of that embedder. */
  readonly cosine: number | null;
}

/** Figures of a scope for idf and length normalisation. */
export interface IndexStatistics {
  readonly documents: number;
  /** Sum of `length`. */
  readonly totalLength: number;
  /** Documents that hold each term; a term nobody holds is 0. */
  readonly documentFrequency: ReadonlyMap<string, number>;
}

/** Derived from the Graph and rebuilt from it. A write is seen by reads that start after it resolved. */
export interface SearchIndex {
  /**
   * A newer version replaces the whole document. The same version again replaces it too, but keeps the vectors of embedders that
   * it does not name: so a second embedder catches up beside the first. What was deleted comes back only with a newer version, so
   * that a late writer cannot raise it. A vector of another dimension than the embedder's others in the scope is refused with
   * `invalid-argument`, and nothing is written.
   *
   * @param complete documents that have every vector they need. An index in the Graph's own file marks their nodes as indexed in the same
   * commit; others leave that to `markIndexed`.
   */
  put(scope: Scope, documents: readonly IndexDocument[], complete?: ReadonlySet<string>): Promise<void>;
  /** Deletes documents unless they are newer than said; from then on versions up to the one said are not put, also if none was there. */
  delete(scope: Scope, documents: readonly { readonly id: string; readonly version: number }[]): Promise<void>;
  /** Drops all of a scope, also what is known of deleted documents. */
  clear(scope: Scope): Promise<void>;
  /**
   * The union of both legs' best, each document once, in no particular order. Each is measured by both, whichever leg found it.
   * A leg's best are those with the highest score; the lexical leg finds nothing that holds no term.
   */
  search(scope: Scope, query: IndexQuery): Promise<readonly IndexHit[]>;
  /** The documents at these places, of any visibility, for the neighbours of what was found. Places where none is are left out. */
  at(scope: Scope, positions: readonly MessagePosition[], probe: IndexProbe): Promise<readonly IndexHit[]>;
  /** Whole documents by id, with the vectors of all embedders; those that are not there are left out. */
  get(scope: Scope, ids: readonly string[]): Promise<readonly IndexDocument[]>;
  /** The vectors that an embedder made of these documents; those without one are left out. */
  vectors(scope: Scope, ids: readonly string[], embedder: string): Promise<ReadonlyMap<string, Float32Array>>;
  /** How many documents have a vector of each embedder. */
  embedders(scope: Scope): Promise<ReadonlyMap<string, number>>;
  /** Whether a document of these kinds has no attributes, so that a filter may miss it. */
  lacksAttributes(scope: Scope, kinds: readonly NodeKind[]): Promise<boolean>;
  statistics(
    scope: Scope,
    query: {
      readonly kinds: readonly NodeKind[];
      readonly terms: readonly string[];
      readonly conversationIds?: readonly string[];
    },
  ): Promise<IndexStatistics>;
}

/** What the comparison of the index with the Graph needs, and health checks. */
export interface SearchIndexMaintenance {
  /** Every document's id and version, in order of id, for comparing with the Graph. The version is 0 where the vectors that it was put with are lost. */
  versions(
    scope: Scope,
    after: string | null,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly version: number }[]>;
  /** Every scope that has a document. */
  scopes(): AsyncIterable<Scope>;
  /** Documents of these kinds without attributes, of all scopes, 1 to 1,000 of them in no particular order. */
  withoutAttributes(
    kinds: readonly NodeKind[],
    limit: number,
  ): Promise<readonly { readonly scope: Scope; readonly id: string }[]>;
  /** Forgets what an embedder has made in a scope, when another has caught up. */
  dropVectors(scope: Scope, embedder: string): Promise<void>;
  /** Leaves nothing of what was removed in the files of this process; where a server keeps them, that is the server's. */
  scrub(): Promise<void>;
  /** Where the index is in a file of this process: makes it anew, empty, if its part of the file is damaged, and resolves with true. */
  repair?(): Promise<boolean>;
  /** Where the index answers from the memory of this process: reads in the scope that was written last, so that the first search there is as fast as the next. */
  readAhead?(): Promise<void>;
  check(signal?: AbortSignal): Promise<void>;
}
