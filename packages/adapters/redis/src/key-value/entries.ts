import type { Scope } from '@agent-mem/contract';
import type { Connection } from '../connection.ts';
import type { Keys } from './keys.ts';

/** Keys that Redis looks at between two answers; it serves others meanwhile. */
const scannedPerStep = 1_000;

/** Values whose key starts so, on every node, of all scopes or one. Redis may name a key twice, and it may be gone when it is read. */
export async function* entriesOf(
  connection: Connection,
  keys: Keys,
  prefix: string,
  only?: Scope,
): AsyncGenerator<{ readonly scope: Scope; readonly key: string; readonly value: string }> {
  const pattern = keys.valuePattern(prefix, only);
  const seen = new Set<string>();
  // Connected first: before that the nodes of a cluster are not known.
  await connection.run('list its keys', true, async () => {});
  for (const master of connection.masters()) {
    let cursor = '0';
    do {
      const [next, names] = await connection.run('list its keys', true, () =>
        master.scan(cursor, 'MATCH', pattern, 'COUNT', scannedPerStep),
      );
      cursor = next;
      const found = names.flatMap((name) => {
        const parsed = keys.parseValue(name);
        if (!parsed?.key.startsWith(prefix) || seen.has(name)) return [];
        seen.add(name);
        return [{ ...parsed, name }];
      });
      const values = await connection.run('get', true, (client) =>
        Promise.all(found.map(({ name }) => client.hget(name, 'value'))),
      );
      for (const [i, { scope, key }] of found.entries()) {
        const value = values[i];
        if (value != null) yield { scope, key, value };
      }
    } while (cursor !== '0');
  }
}
