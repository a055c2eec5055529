import type { Ports } from '@agent-mem/runtime';
import { counted, type PortSpans } from './port-spans.ts';

/** The search index with its operations as spans. What crosses scopes goes by as it is. */
export function tracedSearchIndex(index: Ports['searchIndex'], span: PortSpans): Ports['searchIndex'] {
  return {
    put: (scope, documents, complete) =>
      span('put', { 'db.operation.batch.size': documents.length }, () => index.put(scope, documents, complete)),
    delete: (scope, documents) =>
      span('delete', { 'db.operation.batch.size': documents.length }, () => index.delete(scope, documents)),
    clear: (scope) => span('clear', {}, () => index.clear(scope)),
    search(scope, query) {
      const asked = {
        'agent_mem.kinds': [...query.kinds],
        'agent_mem.limit': query.limit,
        'agent_mem.terms': query.terms?.length ?? 0,
        'agent_mem.dense': query.vector !== undefined,
        'agent_mem.filter': query.filter !== undefined,
      };
      return span('search', asked, (current) => counted(current, index.search(scope, query), (hits) => hits.length));
    },
    at: (scope, positions, probe) =>
      span('at', { 'db.operation.batch.size': positions.length }, (current) =>
        counted(current, index.at(scope, positions, probe), (hits) => hits.length),
      ),
    get: (scope, ids) =>
      span('get', { 'db.operation.batch.size': ids.length }, (current) =>
        counted(current, index.get(scope, ids), (documents) => documents.length),
      ),
    vectors: (scope, ids, embedder) =>
      span('vectors', { 'db.operation.batch.size': ids.length }, (current) =>
        counted(current, index.vectors(scope, ids, embedder), (vectors) => vectors.size),
      ),
    embedders: (scope) => span('embedders', {}, () => index.embedders(scope)),
    statistics: (scope, query) =>
      span('statistics', { 'agent_mem.terms': query.terms.length }, () => index.statistics(scope, query)),
    lacksAttributes: (scope, kinds) => span('lacksAttributes', {}, () => index.lacksAttributes(scope, kinds)),
    versions: (scope, after, limit) => index.versions(scope, after, limit),
    scopes: () => index.scopes(),
    withoutAttributes: (kinds, limit) => index.withoutAttributes(kinds, limit),
    dropVectors: (scope, embedder) => index.dropVectors(scope, embedder),
    scrub: () => index.scrub(),
    repair: async () => (await index.repair?.()) ?? false,
    check: (signal) => index.check(signal),
  };
}
