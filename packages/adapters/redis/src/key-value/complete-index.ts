import { type Clock, dayMs } from '@agent-mem/contract';
import type { Connection } from '../connection.ts';
import { addToFolders } from './folders.ts';
import { folderOf, type Keys } from './keys.ts';

/** Keys that Redis looks at between two answers; it serves others meanwhile. */
const scannedPerStep = 1_000;
/** So long after keys without an index were found, processes of the version before may go on writing some. */
const besideMs = dayMs;
const againAfterMs = 60_000;

/** Resolves when every key is in the index of its scope. */
export type CompleteIndex = () => Promise<void>;

/**
 * Brings what stands without an index into it: what a version before has written, and all of it where the node of the folders came back
 * empty. Otherwise nothing is looked through, but in the day after such keys were found, once a minute.
 */
export function completeIndex(connection: Connection, keys: Keys, clock: Clock): CompleteIndex {
  let scannedAt = Number.NEGATIVE_INFINITY;
  let scanning: Promise<void> | null = null;

  async function scan(): Promise<void> {
    const found = await indexAll(connection, keys);
    scannedAt = clock.now();
    const until = found > 0 ? scannedAt + besideMs : 0;
    await connection.run('note its index', true, (client) => client.set(keys.complete, String(until), 'NX'));
  }

  return async () => {
    const until = await connection.run('get', true, (client) => client.get(keys.complete));
    const isComplete = until !== null && (clock.now() >= Number(until) || clock.now() - scannedAt < againAfterMs);
    if (isComplete) return;
    scanning ??= scan().finally(() => {
      scanning = null;
    });
    await scanning;
  };
}

/** Answers how many keys were in no index. */
async function indexAll(connection: Connection, keys: Keys): Promise<number> {
  let indexed = 0;
  // Connected first: before that the nodes of a cluster are not known.
  await connection.run('list its keys', true, async () => {});
  for (const master of connection.masters()) {
    let cursor = '0';
    do {
      const [next, names] = await connection.run('list its keys', true, () =>
        master.scan(cursor, 'MATCH', keys.everyKey, 'COUNT', scannedPerStep),
      );
      cursor = next;
      const added = await Promise.all(names.map((name) => indexKey(connection, keys, name)));
      indexed += added.filter(Boolean).length;
    } while (cursor !== '0');
  }
  return indexed;
}

async function indexKey(connection: Connection, keys: Keys, name: string): Promise<boolean> {
  const parsed = keys.parse(name);
  if (!parsed) return false;
  const { scope, kind, key } = parsed;
  const isNew = await connection.run('index a key', true, (client) =>
    client.noteKey(name, keys.index(scope), keys.ends(scope), keys.member(kind, key)),
  );
  // Also where the scope knows the folder: the folders may have been lost.
  if (kind === 'value') await addToFolders(connection, keys, scope, folderOf(key));
  return isNew === 1;
}
