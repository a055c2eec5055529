import type { EmbeddedFile } from '../file/index.ts';
import { charactersAtOnce, charactersBefore, removeAll, removeSeen, type Seen, seenAtOnce } from '../removal.ts';

/** Tables of entries by key, and what of an entry may hold a text beside its key. Columns are named with their table: `json_each` has a key and a value too. */
const contents = {
  kv_values: 'kv_values.value',
  kv_lists: `coalesce((SELECT group_concat(i.value, char(10)) FROM kv_items AS i WHERE i.list = kv_lists.list), '')`,
  kv_leases: 'kv_leases.holder',
} as const;

type Table = keyof typeof contents;

/** Removes what holds one of the texts, or everything, of a scope, in small transactions, so that others have their turns. Answers how many entries. */
export async function purgeEntries(file: EmbeddedFile, scope: number, what: 'everything' | readonly string[]): Promise<number> {
  let purged = 0;
  for (const table of Object.keys(contents) as Table[]) {
    const removal =
      what === 'everything' ? removeAll(file, table, 'scope = ?', [scope]) : removeSeen(file, holding(table, scope, what));
    purged += (await removal).length;
  }
  return purged;
}

function holding(table: Table, scope: number, texts: readonly string[]): Seen {
  const content = contents[table];
  const holds = `instr(${table}.key, asked.value) > 0 OR instr(${content}, asked.value) > 0`;
  const meant = {
    sql: `scope = ? AND EXISTS (SELECT 1 FROM json_each(?) AS asked WHERE ${holds})`,
    values: [scope, JSON.stringify(texts)],
  };
  return {
    meant,
    sql: `SELECT row, key, ${meant.sql} AS meant
          FROM (SELECT *, ${charactersBefore(content, 'key')} AS before
                FROM (SELECT rowid AS row, * FROM ${table} WHERE scope = ? AND key > ? ORDER BY key LIMIT ${seenAtOnce}) AS ${table}
               ) AS ${table}
          WHERE before < ${charactersAtOnce} ORDER BY key`,
    values: [scope],
    first: [''],
    positionOf: ({ key }) => [String(key)],
    table,
  };
}
