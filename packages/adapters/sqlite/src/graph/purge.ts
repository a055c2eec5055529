import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Scope } from '@agent-mem/contract';
import type { GraphPurge, GraphPurged } from '@agent-mem/storage';
import { standsOnlyFor, survivesPurge } from '@agent-mem/storage/internal';
import type { EmbeddedFile, Row } from '../file/index.ts';

type NamedPurge = Exclude<GraphPurge, 'everything'>;
type Value = string | number;

/** Of a scope that nobody wrote in. */
export const nothingPurged: GraphPurged = { nodes: 0, edges: 0, versions: 0, events: 0, replies: [] };

/** So many rows are removed in one transaction. */
const removedAtOnce = 50;
/** So many rows are looked through in one turn of the event loop, */
const seenAtOnce = 100;
/** and so many characters of JSON with them. The first row of a page has no limit. */
const charactersAtOnce = 65_536;

/**
 * Removes nodes with all that hangs on them, or everything, in many small transactions, so that others have their turns. What leads to a node goes before
 * it: who is cut off and begins again still knows the node.
 */
export async function purgeGraph(
  file: EmbeddedFile,
  scope: Scope,
  id: number,
  what: GraphPurge,
  stays: readonly string[],
): Promise<GraphPurged> {
  if (what === 'everything') return purgeAll(file, scope, id, stays);
  const { ids, names = [] } = what;
  const texts = JSON.stringify([...ids, ...names]);
  const replies = ids.length + names.length === 0 ? [] : await removeSeen(file, repliesIn(id, texts));
  const events = ids.length + names.length === 0 ? [] : await removeSeen(file, eventsIn(scope, texts));
  const states = await purgeStates(file, id, what);
  const removed = await purgeNodes(file, id, [...(await uniqueKeysOf(file, id, ids)), ...ids]);
  return { ...removed, versions: removed.versions + states, events: events.length, replies: replies.map(replyOf) };
}

async function purgeAll(file: EmbeddedFile, scope: Scope, id: number, stays: readonly string[]): Promise<GraphPurged> {
  const survivors = [JSON.stringify(survivesPurge), JSON.stringify(stays)];
  const ofScope = Object.values(membersOf(scope));
  const events = await removeAll(file, 'graph_outbox', eventsSql, ofScope);
  const replies = await removeAll(file, 'graph_replies', 'scope = ?', [id]);
  const edges = await removeAll(file, 'graph_edges', 'scope = ?', [id]);
  const versions = await removeAll(file, 'graph_history', 'scope = ?', [id]);
  const nodes = await removeAll(file, 'graph_nodes', nodesSql, [id, ...survivors]);
  const counts = { nodes: nodes.length, edges: edges.length, versions: versions.length, events: events.length };
  return { ...counts, replies: replies.map(replyOf) };
}

/** Removes what a condition finds, and answers what it was. The condition is looked for by an index. */
async function removeAll(
  file: EmbeddedFile,
  table: string,
  condition: string,
  values: readonly Value[],
): Promise<readonly Row[]> {
  const answered = table === 'graph_replies' ? 'operation, key' : '1 AS row';
  const sql = `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE ${condition} LIMIT ${removedAtOnce}) RETURNING ${answered}`;
  const removed: Row[] = [];
  for (;;) {
    const rows = await file.write(({ statement }) => statement(sql).all(...values));
    removed.push(...rows);
    if (rows.length < removedAtOnce) return removed;
  }
}

async function purgeNodes(file: EmbeddedFile, scope: number, ids: readonly string[]) {
  let [nodes, edges, versions] = [0, 0, 0];
  const gone = [...new Set(ids)];
  for (let start = 0; start < gone.length; start += removedAtOnce) {
    const some = JSON.stringify(gone.slice(start, start + removedAtOnce));
    await file.write(({ statement }) => {
      const remove = (table: string, column: string) =>
        Number(
          statement(`DELETE FROM ${table} WHERE scope = ? AND ${column} IN (SELECT value FROM json_each(?))`).run(scope, some)
            .changes,
        );
      edges += remove('graph_edges', 'from_id') + remove('graph_edges', 'to_id');
      versions += remove('graph_history', 'id');
      nodes += remove('graph_nodes', 'id');
    });
  }
  return { nodes, edges, versions };
}

/** The guards that stand for nothing but these nodes. */
async function uniqueKeysOf(file: EmbeddedFile, scope: number, ids: readonly string[]): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const asked = new Set(ids);
  const found: string[] = [];
  await eachPage(file, uniqueKeysSql, [scope], ['', '', ''], (row) => {
    if (standsOnlyFor(JSON.parse(String(row.properties)), asked)) found.push(String(row.id));
    return [String(row.status), String(row.created_at), String(row.id)];
  });
  return found;
}

async function purgeStates(file: EmbeddedFile, scope: number, { statesOf }: NamedPurge): Promise<number> {
  if (!statesOf) return 0;
  const meant: Seen = {
    sql: `SELECT rowid AS row, id, version,
            node ->> '$.conversationId' = ? AND node ->> '$.kind' IN (SELECT value FROM json_each(?)) AS meant
          FROM graph_history WHERE scope = ? AND (id, version) > (?, ?) ORDER BY id, version LIMIT ${seenAtOnce}`,
    values: [statesOf.conversationId, JSON.stringify(statesOf.kinds), scope],
    first: ['', 0],
    positionOf: ({ id, version }) => [String(id), Number(version)],
    table: 'graph_history',
  };
  return (await removeSeen(file, meant)).length;
}

/** Rows that are looked through page by page; those with `meant` are removed by their `row`. */
interface Seen {
  readonly sql: string;
  readonly values: readonly Value[];
  /** Before the first row. */
  readonly first: readonly Value[];
  positionOf(row: Row): readonly Value[];
  readonly table: string;
}

async function removeSeen(file: EmbeddedFile, { sql, values, first, positionOf, table }: Seen): Promise<readonly Row[]> {
  const meant: Row[] = [];
  await eachPage(file, sql, values, first, (row) => {
    if (row.meant === 1) meant.push(row);
    return positionOf(row);
  });
  for (let start = 0; start < meant.length; start += removedAtOnce) {
    const rows = JSON.stringify(meant.slice(start, start + removedAtOnce).map(({ row }) => Number(row)));
    await file.write(({ statement }) =>
      statement(`DELETE FROM ${table} WHERE rowid IN (SELECT value FROM json_each(?))`).run(rows),
    );
  }
  return meant;
}

/** `see` answers the position of a row, behind which the next page begins. */
async function eachPage(
  file: EmbeddedFile,
  sql: string,
  values: readonly Value[],
  first: readonly Value[],
  see: (row: Row) => readonly Value[],
): Promise<void> {
  for (let after = first; ; ) {
    const rows = file.read(({ statement }) => statement(sql).all(...values, ...after));
    for (const row of rows) after = see(row);
    if (rows.length === 0) return;
    await nextTurn();
  }
}

function repliesIn(scope: number, texts: string): Seen {
  return {
    sql: `SELECT row, operation, key, ${holdsAny('reply')} AS meant
          FROM (SELECT *, ${charactersBefore('reply', 'operation, key')} AS before
                FROM (SELECT rowid AS row, operation, key, reply FROM graph_replies
                      WHERE scope = ? AND (operation, key) > (?, ?) ORDER BY operation, key LIMIT ${seenAtOnce}))
          WHERE before < ${charactersAtOnce} ORDER BY operation, key`,
    values: [texts, scope],
    first: ['', ''],
    positionOf: ({ operation, key }) => [String(operation), String(key)],
    table: 'graph_replies',
  };
}

function eventsIn(scope: Scope, texts: string): Seen {
  return {
    sql: `SELECT row, ${eventsSql} AND ${holdsAny('event')} AS meant
          FROM (SELECT *, ${charactersBefore('event', 'row')} AS before
                FROM (SELECT position AS row, event FROM graph_outbox WHERE position > ? ORDER BY position LIMIT ${seenAtOnce}))
          WHERE before < ${charactersAtOnce} ORDER BY row`,
    values: [...Object.values(membersOf(scope)), texts],
    first: [0],
    positionOf: ({ row }) => [Number(row)],
    table: 'graph_outbox',
  };
}

function membersOf({ workspace, user, collection }: Scope) {
  return { workspace, user, collection };
}

function replyOf({ operation, key }: Row): GraphPurged['replies'][number] {
  return { operation: String(operation), key: String(key) };
}

/** How long the texts of the rows before each are together. */
function charactersBefore(column: string, order: string): string {
  return `sum(length(${column})) OVER (ORDER BY ${order} ROWS UNBOUNDED PRECEDING) - length(${column})`;
}

/** Whether a text of JSON has one of the values in it, as a whole. */
function holdsAny(column: string): string {
  return `EXISTS (SELECT 1 FROM json_tree(${column}) AS part WHERE part.type = 'text' AND part.atom IN (SELECT value FROM json_each(?)))`;
}

const eventsSql = `event ->> '$.workspace' = ? AND event ->> '$.user' = ? AND event ->> '$.collection' = ?`;

const nodesSql = `scope = ? AND kind NOT IN (SELECT value FROM json_each(?)) AND id NOT IN (SELECT value FROM json_each(?))`;

const uniqueKeysSql = `SELECT id, status, created_at, properties FROM graph_nodes INDEXED BY graph_nodes_by_created
  WHERE scope = ? AND kind = 'Guard' AND (status, created_at, id) > (?, ?, ?) ORDER BY status, created_at, id LIMIT ${seenAtOnce}`;
