import { hourMs, OperationError, type Scope, sha256 } from '@agent-mem/contract';
import type { KeyValue } from '@agent-mem/storage';

/** A broken import can be resumed for so long. Pieces wait unscreened, so no longer. */
const lifeMs = hourMs;

type Store = Pick<KeyValue, 'append' | 'delete' | 'get' | 'list' | 'set'>;

/** The pieces of one import that have come, in order. Each counts once, however often it comes. */
export interface ImportPieces {
  /** Refuses a piece whose place another piece has: it would be passed over. */
  check(sequence: number, chunk: string): Promise<void>;
  /** The conversation that a finished import made; `null`: it is not finished. */
  conversationId(): Promise<string | null>;
  /** Adds the piece with this sequence, and answers how many there are. Refuses one that leaves a gap. */
  add(sequence: number, chunk: string): Promise<number>;
  /** The whole text. */
  text(): Promise<string>;
  /** Drops the pieces. A repeat of any of them finds what the import made. */
  finish(conversationId: string): Promise<void>;
}

/** Those of one import of a scope. */
export function importPieces(store: Store, scope: Scope, importId: string): ImportPieces {
  const [pieces, made] = [`import:${importId}`, `import-made:${importId}`];
  const hashOf = (sequence: number) => `import-hash:${importId}:${sequence}`;
  return {
    async check(sequence, chunk) {
      const before = await store.get(scope, hashOf(sequence));
      if (before && before.value !== sha256(chunk))
        throw new OperationError(
          'already-exists',
          `import_id: piece ${sequence} of ${importId} was another one; import this document under another id`,
        );
    },
    conversationId: async () => (await store.get(scope, made))?.value ?? null,
    async add(sequence, chunk) {
      try {
        const received = await store.append(scope, pieces, [chunk], { position: sequence, ttlMs: lifeMs });
        await store.set(scope, hashOf(sequence), sha256(chunk), { ttlMs: lifeMs });
        return received;
      } catch (error) {
        if (!(error instanceof OperationError) || error.type !== 'out-of-range') throw error;
        const { length } = await store.list(scope, pieces);
        throw new OperationError('out-of-range', `sequence: the next piece of this import is ${length}, got ${sequence}`);
      }
    },
    text: async () => (await store.list(scope, pieces)).join(''),
    async finish(conversationId) {
      await store.set(scope, made, conversationId, { ttlMs: lifeMs });
      await store.delete(scope, pieces);
    },
  };
}
