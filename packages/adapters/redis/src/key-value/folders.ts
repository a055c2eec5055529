import { type Scope, scopeKey } from '@agent-mem/contract';
import type { Connection } from '../connection.ts';
import { folderMember, folderOf, type Keys, scopeOfFolderMember } from './keys.ts';

const atOnce = 1_000;

/** Says that a scope has values in a folder: first where all scopes are looked up, then in the scope, so that a crash between has it said again. */
export async function addToFolders(connection: Connection, keys: Keys, scope: Scope, folder: string): Promise<void> {
  await connection.run('note a folder', true, (client) => client.zadd(keys.folders, 0, folderMember(folder, scope)));
  await connection.run('note a folder', true, (client) => client.zadd(keys.index(scope), 0, `f:${folder}`));
}

/** The scopes that may have values whose key starts so, each once. */
export async function* scopesWith(connection: Connection, keys: Keys, prefix: string): AsyncGenerator<Scope> {
  const seen = new Set<string>();
  // Those within the prefix, and the one it is in.
  for (const start of new Set([prefix, `${folderOf(prefix)}\0`])) {
    for await (const members of pagesOf(connection, keys.folders, start)) {
      for (const scope of members.map(scopeOfFolderMember)) {
        if (!scope || seen.has(scopeKey(scope))) continue;
        seen.add(scopeKey(scope));
        yield scope;
      }
    }
  }
}

/** Members of a sorted set that start so, in order. */
export async function* pagesOf(connection: Connection, name: string, start: string): AsyncGenerator<readonly string[]> {
  const end = Buffer.concat([Buffer.from(`[${start}`), Buffer.from([0xff])]);
  for (let from = `[${start}`; ; ) {
    const page = await connection.run('list its keys', true, (client) => client.zrangebylex(name, from, end, 'LIMIT', 0, atOnce));
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < atOnce) return;
    from = `(${last}`;
  }
}
