import type { Scope } from '@agent-mem/contract';
import type { Connection } from '../connection.ts';
import type { CompleteIndex } from './complete-index.ts';
import { pagesOf, scopesWith } from './folders.ts';
import { folderMember, folderOf, type Keys } from './keys.ts';

/** Keys with their indexes. */
export interface IndexedKeys {
  readonly connection: Connection;
  readonly keys: Keys;
  readonly complete: CompleteIndex;
}

/** An entry of the port. */
interface Entry {
  readonly scope: Scope;
  readonly key: string;
  readonly value: string;
}

/** Values whose key starts so, of all scopes or one, by the indexes. One may be gone when it is read. */
export async function* entriesOf(indexed: IndexedKeys, prefix: string, only?: Scope): AsyncGenerator<Entry> {
  const { connection, keys, complete } = indexed;
  await complete();
  if (only) return yield* entriesIn(indexed, prefix, only);
  for await (const scope of scopesWith(connection, keys, prefix)) {
    let isEmpty = true;
    for await (const entry of entriesIn(indexed, prefix, scope)) {
      isEmpty = false;
      yield entry;
    }
    if (isEmpty) await forgetFolder(indexed, scope, folderOf(prefix));
  }
}

async function* entriesIn({ connection, keys }: IndexedKeys, prefix: string, scope: Scope): AsyncGenerator<Entry> {
  for await (const members of pagesOf(connection, keys.index(scope), keys.member('value', prefix))) {
    const named = members.map((member) => {
      const key = member.slice(keys.member('value', '').length);
      return { member, key, name: keys.of('value', scope, key) };
    });
    const values = await connection.run('get', true, (client) =>
      Promise.all(named.map(({ name }) => client.hget(name, 'value'))),
    );
    for (const [i, { member, key, name }] of named.entries()) {
      const value = values[i];
      if (value != null) yield { scope, key, value };
      // Its end has come: it is forgotten.
      else
        await connection.run('index a key', true, (client) => client.noteKey(name, keys.index(scope), keys.ends(scope), member));
    }
  }
}

/** A scope whose values of a folder are gone is looked up no more. One that writes there meanwhile has noted it again, and is put back. */
async function forgetFolder({ connection, keys }: IndexedKeys, scope: Scope, folder: string): Promise<void> {
  const isForgotten = await connection.run('forget a folder', true, (client) => client.forgetFolder(keys.index(scope), folder));
  if (isForgotten !== 1) return;
  const member = folderMember(folder, scope);
  await connection.run('forget a folder', true, (client) => client.zrem(keys.folders, member));
  const isNotedAgain = await connection.run('get', true, (client) => client.zscore(keys.index(scope), `f:${folder}`));
  if (isNotedAgain !== null) await connection.run('note a folder', true, (client) => client.zadd(keys.folders, 0, member));
}
