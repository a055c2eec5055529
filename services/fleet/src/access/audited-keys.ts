import { isLikeKey, type KeyStore } from '@agent-mem/access';
import { OperationError } from '@agent-mem/contract';
import { type Keys, keyView } from './key-view.ts';

/** Notes a change of a key: `keys.create`, `keys.rotate` or `keys.revoke`. */
export type NoteKeyChange = (operation: string, ids: Readonly<Record<string, string>>, error: OperationError | null) => void;

/** The keys of a store; each change of one is noted, also one that fails. */
export function auditedKeys(store: KeyStore, note: NoteKeyChange): Keys {
  async function noted<Result>(
    operation: string,
    id: string | null,
    change: () => Promise<Result>,
    idOf: (result: Result) => string,
  ): Promise<Result> {
    try {
      const result = await change();
      note(operation, { key_id: idOf(result) }, null);
      return result;
    } catch (error) {
      // A key is a secret, also where it stands in the place of its id.
      note(operation, id === null || isLikeKey(id) ? {} : { key_id: id }, OperationError.from(error));
      throw error;
    }
  }
  return {
    async create(wish) {
      const { key, text } = await noted(
        'keys.create',
        null,
        () => store.create(wish),
        (issued) => issued.key.id,
      );
      return { key: keyView(key), text };
    },
    list: async () => (await store.list()).map(keyView),
    async rotate(id, graceMs) {
      const { key, text } = await noted(
        'keys.rotate',
        id,
        () => store.rotate(id, graceMs),
        () => id,
      );
      return { key: keyView(key), text };
    },
    revoke: async (id) =>
      keyView(
        await noted(
          'keys.revoke',
          id,
          () => store.revoke(id),
          () => id,
        ),
      ),
  };
}
