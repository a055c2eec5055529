import { OperationError } from '@agent-mem/contract';
import { checkLimit } from '../limit.ts';
import type { Candidate, IndexDocument, IndexQuery, SearchIndex, SearchIndexMaintenance } from '../search-index.ts';
import { ByScope } from './by-scope.ts';

interface ScopeIndex {
  readonly documents: Map<string, IndexDocument>;
  /** Last versions of documents that were deleted. */
  readonly deleted: Map<string, number>;
}

/** A SearchIndex that lives as long as the process and looks at every document. */
export function createMemorySearchIndex(): SearchIndex & SearchIndexMaintenance {
  const scopes = new ByScope<ScopeIndex>(() => ({ documents: new Map(), deleted: new Map() }));

  return {
    async put(scope, documents) {
      const index = scopes.of(scope);
      checkDimensions(index, documents);
      for (const document of documents.map(copy)) {
        if (document.version < (index.documents.get(document.id)?.version ?? 0)) continue;
        if (document.version <= (index.deleted.get(document.id) ?? 0)) continue;
        index.documents.set(document.id, document);
        index.deleted.delete(document.id);
      }
    },
    async delete(scope, ids) {
      const { documents, deleted } = scopes.of(scope);
      for (const id of ids) {
        const document = documents.get(id);
        if (!document) continue;
        documents.delete(id);
        deleted.set(id, document.version);
      }
    },
    async clear(scope) {
      scopes.clear(scope);
    },
    async search(scope, query) {
      checkLimit(query.limit);
      return search(scopes.of(scope), query);
    },
    async get(scope, ids) {
      const { documents } = scopes.of(scope);
      return ids
        .map((id) => documents.get(id))
        .filter((document) => document !== undefined)
        .map(copy);
    },
    async at(scope, conversationId, ordinals) {
      return [...scopes.of(scope).documents.values()]
        .filter((document) => document.conversationId === conversationId && document.ordinal !== null)
        .filter((document) => ordinals.some((ordinal) => ordinal === document.ordinal))
        .map(copy);
    },
    async statistics(scope, { kinds, terms, conversationId }) {
      const counted = [...scopes.of(scope).documents.values()].filter(
        (document) =>
          kinds.includes(document.kind) && (conversationId === undefined || document.conversationId === conversationId),
      );
      const holding = (term: string) => counted.filter((document) => countOf(document, term) > 0).length;
      return {
        documents: counted.length,
        totalLength: counted.reduce((sum, { length }) => sum + length, 0),
        documentFrequency: new Map(terms.map((term) => [term, holding(term)])),
      };
    },

    async versions(scope, after, limit) {
      return [...scopes.of(scope).documents.values()]
        .filter(({ id }) => after === null || id > after)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit)
        .map(({ id, version }) => ({ id, version }));
    },
    async check() {},
  };
}

function search(index: ScopeIndex, query: IndexQuery): Candidate[] {
  const { vector } = query;
  if (vector) checkDimension(index, vector.embedder, vector.values.length);
  const seen = [...index.documents.values()].filter((document) => mayAnswer(document, query));
  const lexical = best(seen, query.limit, (document) => lexicalScore(document, query.terms ?? []));
  const dense = best(seen, query.limit, (document) => {
    const own = vector && document.vectors.find(({ embedder }) => embedder === vector.embedder);
    return own ? dot(own.values, vector.values) : null;
  });
  return [...new Set([...lexical.keys(), ...dense.keys()])].map((document) => ({
    document: copy(document),
    lexical: lexical.get(document) ?? null,
    cosine: dense.get(document) ?? null,
  }));
}

function mayAnswer(document: IndexDocument, query: IndexQuery): boolean {
  if (!query.kinds.includes(document.kind)) return false;
  if (query.conversationId !== undefined && document.conversationId !== query.conversationId) return false;
  if (query.roles && (document.role === null || !query.roles.includes(document.role))) return false;
  if (document.visibility === 'scope') return true;
  return document.conversationId !== null && document.conversationId === (query.visibleFrom ?? null);
}

/** The documents with the highest scores; those without a score are not found. */
function best(
  documents: readonly IndexDocument[],
  limit: number,
  score: (document: IndexDocument) => number | null,
): Map<IndexDocument, number> {
  const scored = documents.flatMap((document) => {
    const value = score(document);
    return value === null ? [] : [[document, value] as const];
  });
  return new Map(scored.sort((a, b) => b[1] - a[1] || (a[0].id < b[0].id ? -1 : 1)).slice(0, limit));
}

function lexicalScore(document: IndexDocument, terms: NonNullable<IndexQuery['terms']>): number | null {
  const held = terms.filter(({ term }) => countOf(document, term) > 0);
  if (held.length === 0) return null;
  return held.reduce((sum, { term, weight }) => {
    const count = countOf(document, term);
    return sum + (weight * count) / (count + 1.2);
  }, 0);
}

function countOf(document: IndexDocument, term: string): number {
  return Object.hasOwn(document.terms, term) ? (document.terms[term] ?? 0) : 0;
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);
}

function checkDimensions(index: ScopeIndex, documents: readonly IndexDocument[]): void {
  const among = new Map<string, number>();
  for (const { embedder, values } of documents.flatMap(({ vectors }) => vectors)) {
    checkDimension(index, embedder, values.length);
    const first = among.get(embedder) ?? values.length;
    if (first !== values.length) throw dimensionRefusal(embedder, first, values.length);
    among.set(embedder, first);
  }
}

function checkDimension(index: ScopeIndex, embedder: string, dimension: number): void {
  for (const { vectors } of index.documents.values()) {
    const own = vectors.find((vector) => vector.embedder === embedder);
    if (!own) continue;
    if (own.values.length !== dimension) throw dimensionRefusal(embedder, own.values.length, dimension);
    return;
  }
}

function dimensionRefusal(embedder: string, known: number, given: number): OperationError {
  return new OperationError('invalid-argument', `vector: ${embedder} has ${known} dimensions here, got ${given}`);
}

function copy(document: IndexDocument): IndexDocument {
  return structuredClone(document);
}
