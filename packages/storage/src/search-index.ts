import type { Scope } from '@agent-mem/contract';
import type { JsonObject, NodeKind } from './graph.ts';

/** A vector and who made it. Vectors of two embedders never meet. */
export interface EmbeddedVector {
  /** `Embedder.id`. */
  readonly embedder: string;
  /** Unit length. */
  readonly values: Float32Array;
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
}

/** What candidates are asked for: by words, by a vector, or by both. */
export interface IndexQuery {
  readonly kinds: readonly NodeKind[];
  /** Terms with their weights (as a rule idf). Absent: no lexical leg. */
  readonly terms?: readonly { readonly term: string; readonly weight: number }[];
  /** Absent: no dense leg. Another dimension than the embedder's documents have is refused with `invalid-argument`. */
  readonly vector?: EmbeddedVector;
  /** Only documents of this conversation. */
  readonly conversationId?: string;
  /** Sees `visibility: conversation` of this conversation too. */
  readonly visibleFrom?: string | null;
  readonly roles?: readonly string[];
  /** Most candidates of each leg, 1 to 1,000. */
  readonly limit: number;
}

/** A document that one or both legs found. */
export interface Candidate {
  readonly document: IndexDocument;
  /** Σ weight · tf / (tf + 1.2) over the query's terms; `null`: the lexical leg did not find it. */
  readonly lexical: number | null;
  /** −1 to 1; `null`: the dense leg did not find it. */
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
   * The same version again replaces. What was deleted comes back only with a newer version, so that a late writer cannot raise it.
   * A vector of another dimension than the embedder's others in the scope is refused with `invalid-argument`, and nothing is written.
   */
  put(scope: Scope, documents: readonly IndexDocument[]): Promise<void>;
  delete(scope: Scope, ids: readonly string[]): Promise<void>;
  /** Drops all of a scope, also what is known of deleted documents. */
  clear(scope: Scope): Promise<void>;
  /** The union of both legs, each document once, in no particular order. A leg's best are those with the highest score. */
  search(scope: Scope, query: IndexQuery): Promise<readonly Candidate[]>;
  /** Documents by id; those that are not there are left out. */
  get(scope: Scope, ids: readonly string[]): Promise<readonly IndexDocument[]>;
  /** Documents at these places of a conversation, for the neighbours of what was found. */
  at(scope: Scope, conversationId: string, ordinals: readonly number[]): Promise<readonly IndexDocument[]>;
  statistics(
    scope: Scope,
    query: { readonly kinds: readonly NodeKind[]; readonly terms: readonly string[]; readonly conversationId?: string },
  ): Promise<IndexStatistics>;
}

/** What whoever compares the index with the Graph needs, and health checks. */
export interface SearchIndexMaintenance {
  /** Every document's id and version, in order of id, for comparing with the Graph. */
  versions(
    scope: Scope,
    after: string | null,
    limit: number,
  ): Promise<readonly { readonly id: string; readonly version: number }[]>;
  check(signal?: AbortSignal): Promise<void>;
}
