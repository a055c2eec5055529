import { batchesOf, type Scope } from '@agent-mem/contract';
import type { GraphPurge, GraphPurged } from '@agent-mem/storage';
import { standsOnlyFor, survivesPurge } from '@agent-mem/storage/internal';
import type { EmbeddedFile, Row, Transaction } from '../file/index.ts';
import {
  charactersAtOnce,
  charactersBefore,
  eachPage,
  removeAll,
  removedAtOnce,
  removeSeen,
  type Seen,
  seenAtOnce,
} from '../removal.ts';

type NamedPurge = Exclude<GraphPurge, 'everything'>;

/** Of a scope that nobody wrote in. */
export const nothingPurged: GraphPurged = { nodes: 0, edges: 0, versions: 0, events: 0, replies: [] };

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
  const removed = await purgeNodes(file, id, [...(await uniqueKeysOf(file, id, ids)), ...ids], new Set(ids));
  return { ...removed, versions: removed.versions + states, events: events.length, replies: replies.map(replyOf) };
}

async function purgeAll(file: EmbeddedFile, scope: Scope, id: number, stays: readonly string[]): Promise<GraphPurged> {
  const survivors = [JSON.stringify(survivesPurge), JSON.stringify(stays)];
  const ofScope = Object.values(membersOf(scope));
  const events = await removeAll(file, 'graph_outbox', eventsSql, ofScope);
  const replies = await removeAll(file, 'graph_replies', 'scope = ?', [id], 'operation, key');
  const edges = await removeAll(file, 'graph_edges', 'scope = ?', [id]);
  const versions = await removeAll(file, 'graph_history', 'scope = ?', [id]);
  const nodes = await removeAll(file, 'graph_nodes', nodesSql, [id, ...survivors]);
  const counts = { nodes: nodes.length, edges: edges.length, versions: versions.length, events: events.length };
  return { ...counts, replies: replies.map(replyOf) };
}

/** `asked`: those among the ids that are no unique keys of others. */
async function purgeNodes(file: EmbeddedFile, scope: number, ids: readonly string[], asked: ReadonlySet<string>) {
  let [nodes, edges, versions] = [0, 0, 0];
  for (const batch of batchesOf([...new Set(ids)], removedAtOnce)) {
    await file.write((transaction) => {
      const { statement } = transaction;
      // Another node may have taken a unique key since it was looked at.
      const isMeant = (id: string) => asked.has(id) || isKeyOf(transaction, scope, id, asked);
      const some = JSON.stringify(batch.filter(isMeant));
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

function isKeyOf({ statement }: Transaction, scope: number, id: string, gone: ReadonlySet<string>): boolean {
  const row = statement('SELECT properties FROM graph_nodes WHERE scope = ? AND id = ?').get(scope, id);
  return row !== undefined && standsOnlyFor(JSON.parse(String(row.properties)), gone);
}

/** The unique keys that stand for nothing but these nodes. */
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
  const meant = {
    sql: `scope = ? AND node ->> '$.conversationId' = ? AND node ->> '$.kind' IN (SELECT value FROM json_each(?))`,
    values: [scope, statesOf.conversationId, JSON.stringify(statesOf.kinds)],
  };
  const states: Seen = {
    meant,
    sql: `SELECT rowid AS row, id, version, ${meant.sql} AS meant
          FROM graph_history WHERE scope = ? AND (id, version) > (?, ?) ORDER BY id, version LIMIT ${seenAtOnce}`,
    values: [scope],
    first: ['', 0],
    positionOf: ({ id, version }) => [String(id), Number(version)],
    table: 'graph_history',
  };
  return (await removeSeen(file, states)).length;
}

function repliesIn(scope: number, texts: string): Seen {
  const meant = { sql: `scope = ? AND ${holdsAny('reply')}`, values: [scope, texts] };
  return {
    meant,
    sql: `SELECT row, operation, key, ${meant.sql} AS meant
          FROM (SELECT *, ${charactersBefore('reply', 'operation, key')} AS before
                FROM (SELECT rowid AS row, scope, operation, key, reply FROM graph_replies
                      WHERE scope = ? AND (operation, key) > (?, ?) ORDER BY operation, key LIMIT ${seenAtOnce}))
          WHERE before < ${charactersAtOnce} ORDER BY operation, key`,
    values: [scope],
    first: ['', ''],
    positionOf: ({ operation, key }) => [String(operation), String(key)],
    table: 'graph_replies',
  };
}

function eventsIn(scope: Scope, texts: string): Seen {
  const members = membersOf(scope);
  // Its scope says whose an event is, and not what it is about.
  const about = `(part.path <> '$' OR part.key NOT IN ('${Object.keys(members).join("', '")}'))`;
  const meant = { sql: `${eventsSql} AND ${holdsAny('event', about)}`, values: [...Object.values(members), texts] };
  return {
    meant,
    sql: `SELECT row, ${meant.sql} AS meant
          FROM (SELECT *, ${charactersBefore('event', 'row')} AS before
                FROM (SELECT position AS row, event FROM graph_outbox WHERE position > ? ORDER BY position LIMIT ${seenAtOnce}))
          WHERE before < ${charactersAtOnce} ORDER BY row`,
    values: [],
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

/** Whether a text of JSON has one of the values in it, as a whole, in a `part` of it that is of this kind. */
function holdsAny(column: string, kind = 'true'): string {
  return `EXISTS (SELECT 1 FROM json_tree(${column}) AS part
    WHERE part.type = 'text' AND ${kind} AND part.atom IN (SELECT value FROM json_each(?)))`;
}

const eventsSql = `event ->> '$.workspace' = ? AND event ->> '$.user' = ? AND event ->> '$.collection' = ?`;

const nodesSql = `scope = ? AND kind NOT IN (SELECT value FROM json_each(?)) AND id NOT IN (SELECT value FROM json_each(?))`;

const uniqueKeysSql = `SELECT id, status, created_at, properties FROM graph_nodes INDEXED BY graph_nodes_by_created
  WHERE scope = ? AND kind = 'Guard' AND (status, created_at, id) > (?, ?, ?) ORDER BY status, created_at, id LIMIT ${seenAtOnce}`;
