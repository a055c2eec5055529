import type { Scope } from '@agent-mem/contract';
import type { Connection } from '../connection.ts';
import type { Keys } from './keys.ts';

/** Keys that Redis looks at between two answers. */
const scannedPerStep = 1_000;

/** Deletes a scope's keys: those that hold one of the texts in their name or content, or all. Answers how many values, lists and leases. */
export async function purgeScope(
  connection: Connection,
  keys: Keys,
  scope: Scope,
  what: 'everything' | readonly string[],
): Promise<number> {
  let purged = 0;
  // Connected first: before that the nodes of a cluster are not known.
  await connection.run('list its keys', true, async () => {});
  for (const master of connection.masters()) {
    let cursor = '0';
    do {
      const [next, names] = await connection.run('list its keys', true, () =>
        master.scan(cursor, 'MATCH', keys.scopePattern(scope), 'COUNT', scannedPerStep),
      );
      cursor = next;
      for (const name of names) {
        const stands = keys.kindOf(name, scope);
        // The counter holds a number; the next one is made of the time, so it rises all the same.
        if (!stands && what !== 'everything') continue;
        if (stands && what !== 'everything') {
          const texts = [stands.key, ...(await contentOf(connection, name, stands.kind))];
          if (!what.some((sought) => texts.some((text) => text.includes(sought)))) continue;
        }
        const deleted = await connection.run('purge', true, (client) => client.del(name));
        if (stands) purged += deleted;
      }
    } while (cursor !== '0');
  }
  return purged;
}

function contentOf(connection: Connection, name: string, kind: 'value' | 'list' | 'lease'): Promise<readonly string[]> {
  if (kind === 'list') return connection.run('list', true, (client) => client.lrange(name, 0, -1));
  const field = kind === 'value' ? 'value' : 'holder';
  return connection.run('get', true, async (client) => [(await client.hget(name, field)) ?? '']);
}
