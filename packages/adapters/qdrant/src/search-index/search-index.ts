import { type Clock, OperationError, type Scope, scopeKey } from '@agent-mem/contract';
import { readAuthorities } from '@agent-mem/runtime';
import { checkLimit, type SearchIndex, type SearchIndexMaintenance } from '@agent-mem/storage';
import { addressOf } from '../address.ts';
import { Connection } from '../connection.ts';
import { Collections } from './collections.ts';
import type { Searched } from './dense-leg.ts';
import { inScope } from './filters.ts';
import { documentsWithoutAttributes, scopesOf, versionsOf } from './listing.ts';
import { deleteScope } from './points.ts';
import { documentsOf, embeddersOf, lacksAttributes, statisticsOf, vectorsOf } from './reading.ts';
import { ScopeSizes } from './scope-sizes.ts';
import { at, search } from './searching.ts';
import { put, remove } from './writing.ts';

/** How a search index on Qdrant is opened. */
export interface QdrantSearchIndexOptions {
  /** `qdrant+http://host:port`, `qdrant+https://` for TLS. */
  readonly url: string;
  /** Instead of what the URL says; empty: what the URL says. */
  readonly apiKey?: string;
  /** PEM file of the authorities to trust; empty: those of the machine. */
  readonly caFile?: string;
  /** In front of the names of collections: letters, digits, `_` and `-`. Default: `agent_mem`. */
  readonly prefix?: string;
  /** How long a request to Qdrant may take, in milliseconds, repeats included. Default: 5,000. */
  readonly timeoutMs?: number;
  /** Most requests under way at once. Default: 16. */
  readonly connections?: number;
  /** Vectors of an embedder in a scope up to which the nearest are found exactly; above it HNSW may miss some. Default: 20,000. */
  readonly exactUpTo?: number;
  readonly clock: Clock;
  /** Spreads repeats: from 0 to 1. Default: `Math.random`. */
  readonly random?: () => number;
}

/** A search index that holds connections. */
export type QdrantSearchIndex = SearchIndex & SearchIndexMaintenance & AsyncDisposable;

/** The SearchIndex on Qdrant. Opens without a connection: the first operation makes it. Throws `invalid-argument` for a malformed option. */
export function openQdrantSearchIndex(options: QdrantSearchIndexOptions): QdrantSearchIndex {
  const { clock, exactUpTo = 20_000 } = options;
  const connection = new Connection(connectionOptions(options));
  const collections = new Collections(connection, prefixOf(options));
  const sizes = new ScopeSizes(connection, exactUpTo, clock);

  const within = <Result>(scope: Scope, work: (own: Searched) => Promise<Result>): Promise<Result> => {
    return collections.withDocuments(() => work({ connection, collections, sizes, scopeKey: scopeKey(scope) }));
  };

  return {
    put: (scope, documents) => within(scope, (own) => put(own, documents)),
    delete: (scope, gone) => within(scope, (own) => remove(own, gone)),
    clear: (scope) =>
      within(scope, async (own) => {
        const spaces = await collections.spaces();
        const names = [collections.documents, ...spaces.map(({ collection }) => collection)];
        await Promise.all(names.map((name) => deleteScope(connection, name, inScope(own.scopeKey))));
      }),
    async search(scope, query) {
      checkLimit(query.limit);
      return within(scope, (own) => search(own, query));
    },
    at: (scope, positions, probe) => within(scope, (own) => at(own, positions, probe)),
    get: (scope, ids) => within(scope, (own) => documentsOf(own, ids)),
    vectors: (scope, ids, embedder) => within(scope, (own) => vectorsOf(own, ids, embedder)),
    embedders: (scope) => within(scope, (own) => embeddersOf(own)),
    lacksAttributes: (scope, kinds) => within(scope, (own) => lacksAttributes(own, kinds)),
    statistics: (scope, query) => within(scope, (own) => statisticsOf(own, query)),

    versions: (scope, after, limit) => within(scope, (own) => versionsOf(own, after, limit)),
    scopes: () => scopesOf(connection, collections),
    withoutAttributes: (kinds, limit) =>
      collections.withDocuments(() => documentsWithoutAttributes(connection, collections.documents, kinds, limit)),
    dropVectors: (scope, embedder) =>
      within(scope, async (own) => {
        const spaces = (await collections.spaces()).filter((space) => space.embedder === embedder);
        await Promise.all(spaces.map(({ collection }) => deleteScope(connection, collection, inScope(own.scopeKey))));
      }),
    // A segment's room is the server's to write over.
    scrub: async () => {},
    check: (signal) => collections.check(signal),
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  };
}

function connectionOptions(options: QdrantSearchIndexOptions) {
  const { url, apiKey, caFile, timeoutMs = 5_000, connections = 16, clock, random = Math.random } = options;
  const address = addressOf(url);
  if (caFile && !address.isEncrypted)
    throw new OperationError('invalid-argument', 'a CA file is for qdrant+https://, not qdrant+http://');
  const ca = caFile ? readAuthorities(caFile) : undefined;
  return { address: { ...address, apiKey: apiKey || address.apiKey }, ca, timeoutMs, connections, clock, random };
}

function prefixOf({ prefix = 'agent_mem' }: QdrantSearchIndexOptions): string {
  if (/^[A-Za-z0-9_-]{1,60}$/.test(prefix)) return prefix;
  throw new OperationError('invalid-argument', 'a prefix of collections must be 1 to 60 letters, digits, _ or -');
}
