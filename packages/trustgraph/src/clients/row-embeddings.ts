import {
  embeddingsRequestMessage,
  embeddingsResponseMessage,
  rowEmbeddingsRequestMessage,
  rowEmbeddingsResponseMessage,
} from '../messages/embeddings.ts';
import { type AskOptions, type Environment, type Queues, Requester } from '../requester.ts';

/** Which table's values to compare with. */
export interface RowIndex {
  readonly collection: string;
  readonly schemaName: string;
  /** Absent: every index of the table. */
  readonly indexName?: string;
  readonly limit: number;
}

/** A value of the table that is like what was asked. */
export interface RowMatch {
  readonly indexName: string;
  readonly indexValue: readonly string[];
  readonly text: string;
  readonly score: number;
}

/** The flow's embeddings and row-embeddings-query services together, as tools of type `row-embeddings-query` ask them. */
export interface RowEmbeddingsClient extends AsyncDisposable {
  /** The likest values, best first as the service gives them. Throws the services' errors in their words. */
  find(query: string, index: RowIndex, options?: AskOptions): Promise<readonly RowMatch[]>;
}

/** Opens it on the queues of both services. Silence is 300 s for embeddings and 600 s for the query by default. */
export async function openRowEmbeddingsClient(
  environment: Environment,
  queues: { readonly embeddings: Queues; readonly rows: Queues },
): Promise<RowEmbeddingsClient> {
  const embeddings = await Requester.open(environment, queues.embeddings, {
    service: 'embeddings',
    request: embeddingsRequestMessage,
    response: embeddingsResponseMessage,
    idleMs: 300_000,
  });
  const rows = await Requester.open(environment, queues.rows, {
    service: 'row-embeddings-query',
    request: rowEmbeddingsRequestMessage,
    response: rowEmbeddingsResponseMessage,
  });
  return {
    async find(query, { collection, schemaName, indexName = null, limit }, options) {
      const { vectors } = await embeddings.ask({ texts: [query] }, options);
      const request = { vector: vectors[0] ?? [], limit, collection, schema_name: schemaName, index_name: indexName };
      const { matches } = await rows.ask(request, options);
      return matches.map(({ index_name, index_value, text, score }) => {
        return { indexName: index_name, indexValue: index_value, text, score };
      });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([embeddings[Symbol.asyncDispose](), rows[Symbol.asyncDispose]()]);
    },
  };
}
