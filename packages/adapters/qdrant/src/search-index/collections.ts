import { OperationError, sha256 } from '@agent-mem/contract';
import type { Schemas } from '@qdrant/js-client-rest';
import type { Connection } from '../connection.ts';
import { type CollectionShape, documentsShape, generation, vectorsShape } from './shapes.ts';

/** A collection that holds the vectors of one embedder, all of the same dimensions. */
export interface VectorSpace {
  readonly collection: string;
  readonly embedder: string;
  readonly dimensions: number;
}

/** The part of the index that is one scope's. */
export interface ScopedIndex {
  readonly connection: Connection;
  readonly collections: Collections;
  readonly scopeKey: string;
}

/** A point that never is. */
const nobody = '00000000-0000-0000-0000-000000000000';

/**
 * The collections of the index: one of documents, and one of vectors for each embedder and dimension. They are made when they are first
 * needed; making them is safe to repeat, and from several processes at once.
 */
export class Collections {
  /** Documents, each with its sparse vector. */
  readonly documents: string;
  readonly #prefix: string;
  readonly #connection: Connection;
  readonly #made = new Map<string, Promise<void>>();
  readonly #spaces = new Map<string, VectorSpace>();

  constructor(connection: Connection, prefix: string) {
    this.#connection = connection;
    this.#prefix = `${prefix}_${generation}`;
    this.documents = `${this.#prefix}_documents`;
  }

  /** Resolves when the collection of documents is there with its indexes. */
  ready(): Promise<void> {
    return this.#ensure(this.documents, documentsShape);
  }

  /** Asks once whether Qdrant answers us and takes writes, and makes what is not there. Rejects with a sentence that tells why not. */
  async check(signal?: AbortSignal): Promise<void> {
    const how = { signal, attempts: 1 };
    const collection_name = this.documents;
    const { exists } = await this.#connection.ask('answer', (api, init) => api.collectionExists({ collection_name }, init), how);
    if (!exists) this.#made.clear();
    await this.ready();
    // Goes through its log: the server reports a full disk, and a key that may only read.
    await this.#connection.ask('take a write', (api, init) => api.deletePoints({ collection_name, points: [nobody] }, init), how);
  }

  /** Of the collection of an embedder's vectors of so many dimensions. */
  nameOf(embedder: string, dimensions: number): string {
    const readable = embedder.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 60);
    const hash = sha256(embedder).slice(0, 12);
    return `${this.#vectorsPrefix}${readable}_${dimensions}_${hash}`;
  }

  /** Makes sure that it is there. */
  async ensureSpace(embedder: string, dimensions: number): Promise<string> {
    const name = this.nameOf(embedder, dimensions);
    await this.#ensure(name, vectorsShape(embedder, dimensions));
    return name;
  }

  /** Every collection of vectors, asked of the server: another process may have made one. */
  async spaces(): Promise<readonly VectorSpace[]> {
    const { collections } = await this.#connection.ask('list its collections', (api, init) => api.getCollections({}, init));
    const names = collections.map(({ name }) => name).filter((name) => name.startsWith(this.#vectorsPrefix));
    const spaces = await Promise.all(names.map((name) => this.#spaceOf(name)));
    return spaces.filter((space) => space !== null);
  }

  /** Does it; if a collection that was there is gone, or an index that it needs, has it made again and does it once more. */
  async withDocuments<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.ready();
    try {
      return await work();
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    this.#made.clear();
    await this.ready();
    return work();
  }

  get #vectorsPrefix(): string {
    return `${this.#prefix}_vectors_`;
  }

  async #spaceOf(collection: string): Promise<VectorSpace | null> {
    const known = this.#spaces.get(collection);
    if (known) return known;
    const info = await this.#info(collection);
    const { embedder, dimensions } = info?.config.metadata ?? {};
    if (typeof embedder !== 'string' || typeof dimensions !== 'number') return null;
    // Also where a process that died, or somebody by hand, has left it without its indexes.
    await this.#ensure(collection, vectorsShape(embedder, dimensions));
    const space = { collection, embedder, dimensions };
    this.#spaces.set(collection, space);
    return space;
  }

  async #info(collection_name: string): Promise<Schemas['CollectionInfo'] | null> {
    const asked = this.#connection.ask('open a collection', (api, init) => api.getCollection({ collection_name }, init));
    return asked.catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  }

  #ensure(name: string, shape: CollectionShape): Promise<void> {
    const known = this.#made.get(name);
    if (known) return known;
    const making = this.#make(name, shape);
    this.#made.set(name, making);
    // The next request tries again what failed.
    making.catch(() => {
      if (this.#made.get(name) === making) this.#made.delete(name);
    });
    return making;
  }

  async #make(collection_name: string, { definition, indexes }: CollectionShape): Promise<void> {
    let info = await this.#info(collection_name);
    if (!info) {
      await this.#connection
        .ask('make a collection', (api, init) => api.createCollection({ collection_name, ...definition }, init))
        .catch((error: unknown) => {
          if (!isConflict(error)) throw error;
        });
      info = await this.#info(collection_name);
    }
    const missing = Object.entries(indexes).filter(([field]) => !Object.hasOwn(info?.payload_schema ?? {}, field));
    for (const [field_name, field_schema] of missing) {
      await this.#connection.ask(
        'make an index',
        // Without waiting, a facet asked next might find no index.
        (api, init) => api.createFieldIndex({ collection_name, wait: true, field_name, field_schema }, init),
      );
    }
  }
}

/** A collection is not there, or an index of it: nobody has written to it yet, or it was dropped. */
export function isMissing(error: unknown): boolean {
  return error instanceof OperationError && error.type === 'not-found';
}

/** Another process was faster. */
function isConflict(error: unknown): boolean {
  return error instanceof OperationError && error.type === 'already-exists';
}
