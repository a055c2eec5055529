import type { Scope } from '@agent-mem/contract';
import type { Connection } from '../connection.ts';
import type { IndexedKeys } from './entries.ts';
import { pagesOf } from './folders.ts';
import type { Kind } from './keys.ts';

/** Deletes a scope's keys: those that hold one of the texts in their name or content, or all. Answers how many values, lists and leases. */
export async function purgeScope(
  { connection, keys, complete }: IndexedKeys,
  scope: Scope,
  what: 'everything' | readonly string[],
): Promise<number> {
  let purged = 0;
  await complete();
  for await (const member of membersOf(connection, keys.index(scope))) {
    const stands = keys.ofMember(member);
    if (!stands) continue;
    const name = keys.of(stands.kind, scope, stands.key);
    if (what !== 'everything') {
      const texts = [stands.key, ...(await contentOf(connection, name, stands.kind))];
      if (!what.some((sought) => texts.some((text) => text.includes(sought)))) continue;
    }
    const names = [name, keys.index(scope), keys.ends(scope)];
    purged += Number(await connection.run('purge', true, (client) => client.removeKey(...names, member)));
  }
  if (what === 'everything') {
    // The counter holds a number; the next one is made of the time, so it rises nevertheless.
    const names = [keys.counter(scope), keys.index(scope), keys.ends(scope)];
    await connection.run('purge', true, (client) => client.del(...names));
  }
  return purged;
}

async function* membersOf(connection: Connection, name: string): AsyncGenerator<string> {
  for await (const page of pagesOf(connection, name, '')) yield* page;
}

function contentOf(connection: Connection, name: string, kind: Kind): Promise<readonly string[]> {
  if (kind === 'list') return connection.run('list', true, (client) => client.lrange(name, 0, -1));
  const field = kind === 'value' ? 'value' : 'holder';
  return connection.run('get', true, async (client) => [(await client.hget(name, field)) ?? '']);
}
