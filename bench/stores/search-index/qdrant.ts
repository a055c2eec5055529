import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { scopeKey, systemClock } from '@agent-mem/contract';
import { openQdrantSearchIndex } from '@agent-mem/qdrant';
import type { IndexDocument } from '@agent-mem/storage';
import { QdrantClient } from '@qdrant/js-client-rest';
import { findQdrant, type QdrantServer, startQdrant } from '../../../test/live/qdrant/qdrant.ts';
import { folderBytes } from '../folder-bytes.ts';
import { needed } from '../live.ts';
import { scope } from '../memories.ts';
import type { BareSearchIndex, OpenedSearchIndex } from './bare.ts';
import type { Question } from './documents.ts';
import { residentBytes } from './resident-bytes.ts';

const collection = 'bare';

/** The SearchIndex on a Qdrant of its own, beside the bare client with a collection of its own on the same server. */
export async function qdrantSearchIndex(): Promise<OpenedSearchIndex> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startQdrant(needed('Qdrant', findQdrant())));
  const { url, apiKey, port } = server;
  const index = opened.use(openQdrantSearchIndex({ url, apiKey, clock: systemClock, timeoutMs: 120_000 }));
  const client = new QdrantClient({
    url: `http://127.0.0.1:${port}`,
    apiKey,
    // A compressed answer comes in small pieces, the last of them 40 ms late: the adapter asks for none either.
    headers: { 'accept-encoding': 'identity' },
    checkCompatibility: false,
    timeout: 120_000,
  });
  const closing = opened.move();
  return {
    store: 'Qdrant',
    index,
    bare: await bareSearchIndex(client),
    settled: () => settled(server),
    bytes: async () => ownBytes(server.collections),
    residentBytes: () => residentBytes('qdrant'),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  };
}

/** What the adapter's collections take. */
function ownBytes(folder: string): number {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== collection) : [];
  return names.reduce((sum, name) => sum + folderBytes(join(folder, name)), 0);
}

/** Until no optimizer is at work: it builds the graphs of vectors. */
async function settled(server: QdrantServer): Promise<void> {
  const { collections } = (await server.ask('GET', '/collections')) as { collections: readonly { readonly name: string }[] };
  for (const { name } of collections) {
    while (((await server.ask('GET', `/collections/${name}`)) as { readonly status: string }).status !== 'green')
      await delay(200);
  }
}

/** Scopes below this are searched vector by vector, as the adapter does. */
const exactUpTo = 20_000;

/** Words and vectors in one collection; a write is one upsert, a search one batch of two queries. Without versions. */
async function bareSearchIndex(client: QdrantClient): Promise<BareSearchIndex> {
  await client.createCollection(collection, {
    vectors: { dense: { size: 256, distance: 'Dot' } },
    sparse_vectors: { terms: {} },
    hnsw_config: { m: 0, payload_m: 16 },
    on_disk_payload: true,
  });
  const keyword = ['kind', 'conversation_id', 'role', 'visibility', 'terms'] as const;
  const lookup = { type: 'integer', lookup: true, range: false } as const;
  await client.createPayloadIndex(collection, {
    field_name: 'scope',
    field_schema: { type: 'keyword', is_tenant: true },
    wait: true,
  });
  for (const field_name of keyword)
    await client.createPayloadIndex(collection, { field_name, field_schema: 'keyword', wait: true });
  for (const field_name of ['ordinal', 'length'])
    await client.createPayloadIndex(collection, { field_name, field_schema: lookup, wait: true });

  const numbers = new Map<string, number>();
  const numberOf = (term: string) => {
    const known = numbers.get(term) ?? numbers.size;
    numbers.set(term, known);
    return known;
  };
  const sparse = (terms: readonly (readonly [string, number])[]) => ({
    indices: terms.map(([term]) => numberOf(term)),
    values: terms.map(([, weight]) => weight),
  });
  const inScope = { key: 'scope', match: { value: scopeKey(scope) } };
  const filter = {
    must: [inScope, { key: 'kind', match: { any: ['Message'] } }, { key: 'visibility', match: { value: 'scope' } }],
  };
  let put = 0;
  return {
    put(documents) {
      put += documents.length;
      const points = documents.map(({ vectors, terms, ...rest }) => ({
        id: randomUUID(),
        vector: { dense: [...(vectors[0]?.values ?? [])], terms: sparse(Object.entries(terms)) },
        payload: payloadOf({ ...rest, terms }),
      }));
      return client.upsert(collection, { wait: true, points });
    },
    search: ({ terms, vector }, limit) =>
      client.queryBatch(collection, {
        searches: [
          { query: sparse(weighed(terms)), using: 'terms', filter, limit, with_payload: ['document'] },
          {
            query: [...vector.values],
            using: 'dense',
            filter,
            limit,
            with_payload: ['document'],
            params: put <= exactUpTo ? { exact: true } : { hnsw_ef: Math.max(256, limit) },
          },
        ],
      }),
    at: (positions, { vector }) => {
      const should = positions.map(({ conversationId, ordinal }) => ({
        must: [
          { key: 'conversation_id', match: { value: conversationId } },
          { key: 'ordinal', match: { value: ordinal } },
        ],
      }));
      const query = [...vector.values];
      const here = { must: [inScope], should };
      const how = { using: 'dense', limit: positions.length, with_payload: ['document'], params: { exact: true } };
      return client.query(collection, { query, filter: here, ...how });
    },
    statistics: (terms) =>
      Promise.all([
        client.facet(collection, { key: 'length', exact: true, limit: 10_000, filter }),
        ...terms.map((value) =>
          client.count(collection, { exact: true, filter: { must: [...filter.must, { key: 'terms', match: { value } }] } }),
        ),
      ]),
  };
}

function payloadOf(document: Omit<IndexDocument, 'vectors'>) {
  const { kind, conversationId: conversation_id, role, visibility, ordinal, length, terms } = document;
  const filtered = { scope: scopeKey(scope), kind, conversation_id, role, visibility, ordinal, length };
  return { ...filtered, terms: Object.keys(terms), document: JSON.stringify(document) };
}

function weighed(terms: Question['terms']): readonly (readonly [string, number])[] {
  return terms.map(({ term, weight }) => [term, weight]);
}
