import type { EmbeddedVector, IndexDocument } from '@agent-mem/storage';
import type { EmbeddedFile } from '../file/index.ts';
import { ByteCache } from './byte-cache.ts';
import { ScopeMemory } from './scope-memory.ts';

/** The scopes that were searched last. They follow each commit; what is not loaded is left to the tables. */
export class InMemory {
  readonly #file: EmbeddedFile;
  readonly #scopes: ByteCache<number, ScopeMemory>;
  #clears = 0;

  /** @param maxBytes of all scopes together; the one used last stays however large it is. */
  constructor(file: EmbeddedFile, maxBytes: number) {
    this.#file = file;
    this.#scopes = new ByteCache(maxBytes);
  }

  /**
   * Reads in a scope's memory. Done again when a scope was cleared meanwhile, since numbers of before and after mean different
   * documents. One that is dropped meanwhile because others need the room is read to its end.
   */
  async read<Result>(scope: number, run: (memory: ScopeMemory) => Promise<Result>): Promise<Result> {
    for (;;) {
      const clears = this.#clears;
      const memory = this.#scopes.get(scope, () => new ScopeMemory(this.#file, scope));
      try {
        await memory.ready;
      } catch (error) {
        // What could not be read to its end is not cached.
        if (this.#scopes.peek(scope) === memory) this.#scopes.drop(scope);
        throw error;
      }
      const result = await run(memory);
      this.#scopes.measure(scope);
      if (clears === this.#clears) return result;
    }
  }

  /** After the commit of a document. */
  put(scope: number, number: number, document: IndexDocument, former: readonly EmbeddedVector[]): void {
    const memory = this.#scopes.peek(scope);
    if (!memory) return;
    memory.columns.set(number, { ...document, fields: JSON.stringify(document.fields) });
    for (const { embedder } of former) {
      if (!document.vectors.some((vector) => vector.embedder === embedder)) memory.removeVector(number, embedder);
    }
    for (const { embedder, values } of document.vectors) memory.setVector(number, embedder, values);
  }

  /** After the commit of a deletion. */
  remove(scope: number, number: number, embedders: readonly string[]): void {
    const memory = this.#scopes.peek(scope);
    memory?.columns.remove(number);
    for (const embedder of embedders) memory?.removeVector(number, embedder);
  }

  /** After the commit of changed counts. */
  setCounts(scope: number, changes: Iterable<readonly [term: string, number: number, count: number]>): void {
    const memory = this.#scopes.peek(scope);
    if (!memory) return;
    for (const [term, number, count] of changes) memory.setCount(term, number, count);
  }

  clear(scope: number): void {
    this.#clears += 1;
    this.#scopes.drop(scope);
  }

  /** After the tables were made anew. */
  clearAll(): void {
    this.#clears += 1;
    this.#scopes.clear();
  }

  /** After the commit that has dropped all vectors of an embedder. */
  dropMatrix(scope: number, embedder: string): void {
    this.#scopes.peek(scope)?.dropMatrix(embedder);
  }
}
