import { passes } from '../attributes.ts';
import { dimensionRefusal } from '../errors.ts';
import type { NodeKind } from '../graph.ts';
import { checkLimit } from '../limit.ts';
import type { IndexDocument, IndexHit, IndexProbe, IndexQuery, SearchIndex, SearchIndexMaintenance } from '../search-index.ts';
import { ByScope } from './by-scope.ts';
import { copy } from './copy.ts';

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
      for (const document of documents.map((each) => structuredClone(each))) {
        const former = index.documents.get(document.id);
        if (document.version < (former?.version ?? 0)) continue;
        if (document.version <= (index.deleted.get(document.id) ?? 0)) continue;
        index.documents.set(document.id, former?.version === document.version ? withVectorsOf(former, document) : document);
        index.deleted.delete(document.id);
      }
    },
    async delete(scope, gone) {
      const { documents, deleted } = scopes.of(scope);
      for (const { id, version } of gone) {
        if ((documents.get(id)?.version ?? 0) > version) continue;
        documents.delete(id);
        deleted.set(id, Math.max(version, deleted.get(id) ?? 0));
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
        .map((document) => structuredClone(document));
    },
    async at(scope, positions, probe) {
      const index = scopes.of(scope);
      checkProbe(index, probe);
      const asked = new Set(positions.map(positionKey));
      return [...index.documents.values()]
        .filter(({ conversationId, ordinal }) => {
          return conversationId !== null && ordinal !== null && asked.has(positionKey({ conversationId, ordinal }));
        })
        .map((document) => hitOf(score(document, probe)));
    },
    async vectors(scope, ids, embedder) {
      const { documents } = scopes.of(scope);
      const found = new Map<string, Float32Array>();
      for (const id of ids) {
        const own = documents.get(id)?.vectors.find((vector) => vector.embedder === embedder);
        if (own) found.set(id, own.values.slice());
      }
      return found;
    },
    async embedders(scope) {
      const counts = new Map<string, number>();
      for (const { vectors } of scopes.of(scope).documents.values())
        for (const { embedder } of vectors) counts.set(embedder, (counts.get(embedder) ?? 0) + 1);
      return counts;
    },
    async lacksAttributes(scope, kinds) {
      return [...scopes.of(scope).documents.values()].some((document) => lacksAttributes(document, kinds));
    },
    async statistics(scope, { kinds, terms, conversationIds }) {
      const counted = [...scopes.of(scope).documents.values()].filter(
        (document) => kinds.includes(document.kind) && isOfConversation(document, conversationIds),
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
    async *scopes() {
      for (const [scope, { documents }] of scopes.all()) if (documents.size > 0) yield scope;
    },
    async withoutAttributes(kinds, limit) {
      const own = scopes
        .all()
        .flatMap(([scope, { documents }]) =>
          [...documents.values()].filter((document) => lacksAttributes(document, kinds)).map(({ id }) => ({ scope, id })),
        );
      return own.slice(0, limit);
    },
    async dropVectors(scope, embedder) {
      const { documents } = scopes.of(scope);
      for (const [id, document] of documents)
        documents.set(id, { ...document, vectors: document.vectors.filter((vector) => vector.embedder !== embedder) });
    },
    async scrub() {},
    async check() {},
  };
}

/** The same version again keeps the vectors that it does not bring itself. */
function withVectorsOf(former: IndexDocument, document: IndexDocument): IndexDocument {
  const retained = former.vectors.filter(({ embedder }) => !document.vectors.some((vector) => vector.embedder === embedder));
  return { ...document, vectors: [...retained, ...document.vectors] };
}

function positionKey({ conversationId, ordinal }: { readonly conversationId: string; readonly ordinal: number }): string {
  return `${ordinal} ${conversationId}`;
}

function search(index: ScopeIndex, query: IndexQuery): IndexHit[] {
  checkProbe(index, query);
  const scored = [...index.documents.values()].filter((each) => mayAnswer(each, query)).map((each) => score(each, query));
  const lexical = best(scored, query.limit, ({ counts, lexical }) => (Object.keys(counts).length > 0 ? lexical : null));
  const dense = best(scored, query.limit, ({ cosine }) => cosine);
  return [...new Set([...lexical, ...dense])].map(hitOf);
}

/** What a document has of what is asked for. */
interface Scored {
  readonly document: IndexDocument;
  readonly counts: Readonly<Record<string, number>>;
  readonly lexical: number;
  readonly cosine: number | null;
}

function score(document: IndexDocument, { terms = [], vector }: IndexProbe): Scored {
  const counts: Record<string, number> = Object.create(null);
  let lexical = 0;
  for (const { term, weight } of terms) {
    const count = countOf(document, term);
    if (count === 0) continue;
    counts[term] = count;
    lexical += (weight * count) / (count + 1.2);
  }
  const own = vector && document.vectors.find(({ embedder }) => embedder === vector.embedder);
  return { document, counts, lexical, cosine: own ? dot(own.values, vector.values) : null };
}

function hitOf({ document, counts, lexical, cosine }: Scored): IndexHit {
  const { id, kind, version, conversationId, visibility, ordinal, role, timestamp, length, fields } = document;
  const facts = { id, kind, version, conversationId, visibility, ordinal, role, timestamp, length };
  return { ...facts, fields: copy(fields), counts, lexical, cosine };
}

function mayAnswer(document: IndexDocument, query: IndexQuery): boolean {
  if (!query.kinds.includes(document.kind)) return false;
  if (!isOfConversation(document, query.conversationIds)) return false;
  if (query.roles && (document.role === null || !query.roles.includes(document.role))) return false;
  if (query.filter && !(document.attributes && passes(document.attributes, query.filter))) return false;
  if (document.visibility === 'scope') return true;
  return document.conversationId !== null && document.conversationId === (query.visibleFrom ?? null);
}

function isOfConversation({ conversationId }: IndexDocument, conversationIds: readonly string[] | undefined): boolean {
  return conversationIds === undefined || (conversationId !== null && conversationIds.includes(conversationId));
}

function lacksAttributes({ kind, attributes }: IndexDocument, kinds: readonly NodeKind[]): boolean {
  return attributes === null && kinds.includes(kind);
}

/** Those with the highest scores; one without a score is not found. */
function best(candidates: readonly Scored[], limit: number, by: (scored: Scored) => number | null): readonly Scored[] {
  const found: (readonly [Scored, number])[] = [];
  for (const each of candidates) {
    const value = by(each);
    if (value !== null) found.push([each, value]);
  }
  found.sort(([a, x], [b, y]) => y - x || (a.document.id < b.document.id ? -1 : 1));
  return found.slice(0, limit).map(([each]) => each);
}

function countOf(document: IndexDocument, term: string): number {
  return Object.hasOwn(document.terms, term) ? (document.terms[term] ?? 0) : 0;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}

function checkProbe(index: ScopeIndex, { vector }: IndexProbe): void {
  if (vector) checkDimension(index, vector.embedder, vector.values.length);
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
