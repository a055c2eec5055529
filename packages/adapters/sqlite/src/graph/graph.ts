import type { Clock, Event, Scope } from '@agent-mem/contract';
import {
  checkLimit,
  checkOrder,
  checkWays,
  decodeCursor,
  type Graph,
  type GraphArchive,
  type GraphMaintenance,
  type GraphNode,
  type GraphStep,
  mostEdges,
  type Page,
} from '@agent-mem/storage';
import {
  anyPart,
  claimFrom,
  createOutboxWakers,
  createPartLeases,
  cutPage,
  edgeRank,
  waysBySteps,
} from '@agent-mem/storage/internal';
import { checksumOf, type EmbeddedFile, type Row, type Transaction } from '../file/index.ts';
import { removeAll } from '../removal.ts';
import { ScopeIds, scopesWith } from '../scope-ids.ts';
import { graphArchive } from './archive.ts';
import { nodesOf } from './by-ids.ts';
import { commitChange, readIdempotencyRecord } from './commit.ts';
import { type BoundSql, countSql, findSql } from './find.ts';
import { findWhere } from './find-where.ts';
import { isBehind, markIndexed } from './index-marks.ts';
import { looseEdges } from './loose-edges.ts';
import { edgesAroundSql, neighboursSql, stepsSql } from './neighbours.ts';
import { nothingPurged, purgeGraph } from './purge.ts';
import { queuesIn } from './queues.ts';
import { edgeColumns, edgeOfRow, nodeOfRow, versionOfRow } from './rows.ts';
import { graphMigrations } from './schema.ts';
import { graphTables } from './tables.ts';

/** How the graph in the embedded file is opened. */
export interface SqliteGraphOptions {
  readonly clock: Clock;
  /** Publishes inside the transaction of the commit (the bus shares the file). Without it events wait in the outbox. */
  readonly publish?: (transaction: Transaction, event: Event) => void;
}

/** The Graph in the embedded file. A commit is one transaction. */
export function openSqliteGraph(
  file: EmbeddedFile,
  { clock, publish }: SqliteGraphOptions,
): Graph & GraphMaintenance & GraphArchive {
  const ids = ScopeIds.of(file);
  file.migrate('storage-graph', graphMigrations);
  file.protect(...graphTables);
  const wakers = createOutboxWakers();
  const now = () => new Date(clock.now()).toISOString();

  function toOutbox(transaction: Transaction, event: Event): void {
    const text = JSON.stringify(event);
    transaction.statement('INSERT INTO graph_outbox (event, checksum) VALUES (?, ?)').run(text, checksumOf([text]));
  }

  /** Reads in a scope; a scope that nobody wrote in answers `empty`. */
  function inScope<Result>(scope: Scope, empty: Result, run: (id: number, all: (sql: BoundSql) => Row[]) => Result): Result {
    const id = ids.find(scope);
    if (id === null) return empty;
    return file.read(({ statement }) => run(id, ({ sql, values }) => statement(sql).all(...values)));
  }

  const queues = queuesIn(file);
  const leases = createPartLeases(clock);

  return {
    commit: (scope, change) =>
      file.write((transaction) => {
        const result = commitChange(transaction, ids.ensure(transaction, scope), change, {
          now: now(),
          publish: publish ?? toOutbox,
        });
        const waiting = !publish && result.applied && (change.events ?? []).length > 0;
        if (waiting) transaction.afterCommit(() => wakers.wake(scope));
        return result;
      }),
    get: async (scope, asked) => inScope(scope, [], (id) => file.read((reader) => nodesOf(reader, id, asked))),
    async edges(scope, asked) {
      return inScope(scope, [], (id, all) => asked.flatMap((edge) => all({ sql: edgeSql, values: [id, edge] }).map(edgeOfRow)));
    },
    async find(scope, query) {
      checkLimit(query.limit);
      checkOrder(query);
      decodeCursor(query.order, query.cursor);
      const page = (nodes: readonly GraphNode[]) => cutPage(nodes, query, (node) => ({ value: node[query.order], id: node.id }));
      const scopeId = ids.find(scope);
      if (scopeId !== null && query.where) return page(await findWhere(file, scopeId, query));
      return inScope(scope, nothing, (id, all) => {
        const sql = findSql(id, query);
        return page(sql ? all(sql).map(nodeOfRow) : []);
      });
    },
    async count(scope, query) {
      return inScope(scope, 0, (id, all) => {
        const sql = countSql(id, query);
        return sql ? Number(all(sql)[0]?.nodes) : 0;
      });
    },
    async neighbours(scope, id, query) {
      checkLimit(query.limit);
      const order = query.sort ?? 'createdAt';
      decodeCursor(order, query.cursor);
      return inScope(scope, nothing, (number, all) => {
        const found = all(neighboursSql(number, id, query)).map((row) => ({ edge: edgeOfRow(row), node: nodeOfRow(row) }));
        return cutPage(found, { limit: query.limit, order }, ({ edge }) => ({ value: edgeRank(edge, query.sort), id: edge.id }));
      });
    },
    async edgesAround(scope, ids, query) {
      checkLimit(query.limit, mostEdges);
      return inScope(scope, [], (number, all) => {
        const edges = all(edgesAroundSql(number, ids, query)).map(edgeOfRow);
        return [...new Map(edges.map((edge) => [edge.id, edge])).values()].slice(0, query.limit);
      });
    },
    async stepsFrom(scope, ids, query) {
      checkLimit(query.limit, mostEdges);
      // The columns are called as the members are, and their tables are STRICT.
      return inScope(scope, [], (number, all) => all(stepsSql(number, ids, query)) as unknown as readonly GraphStep[]);
    },
    async shortestWays(scope, query) {
      checkWays(query);
      return await waysBySteps(this, scope, query);
    },
    async history(scope, id) {
      const sql = 'SELECT * FROM graph_history WHERE scope = ? AND id = ? ORDER BY version';
      return inScope(scope, [], (number, all) => all({ sql, values: [number, id] }).map(versionOfRow));
    },
    async idempotencyRecord(scope, operation, key) {
      const id = ids.find(scope);
      return id === null ? null : file.read((reader) => readIdempotencyRecord(reader, id, operation, key));
    },
    async saveConversation() {},
    async markIndexed(scope, marks) {
      const id = ids.find(scope);
      if (id === null) return;
      const behind = file.read((reader) => marks.filter((mark) => isBehind(reader, id, mark)));
      // Where the search index stands in this file, its own commit has marked them.
      if (behind.length === 0) return;
      await file.write((transaction) => {
        for (const mark of behind) markIndexed(transaction, id, mark);
      });
    },

    outbox: async (limit) => queues.publish(limit, anyPart),
    markPublished: (positions) =>
      file.write(({ statement }) => {
        for (const position of positions) statement('DELETE FROM graph_outbox WHERE position = ?').run(Number(position));
      }),
    onOutbox: wakers.onOutbox,
    due: async (kinds, until, limit) => queues.due(kinds, until, limit, anyPart),
    unindexed: async (kinds, limit) => queues.index(kinds, limit, anyPart),
    hold: leases.hold,
    release: leases.release,
    claim: claimFrom(leases, queues),
    scopes: () => scopesWith(file, 'SELECT 1 FROM graph_nodes AS n WHERE n.scope = s.scope'),
    looseEdges: (scope) => looseEdges(file, ids.find(scope)),
    dropIdempotencyRecords: async (before) => (await removeAll(file, 'graph_replies', 'kept_at < ?', [before])).length,
    async purge(scope, what, stays = []) {
      const id = ids.find(scope);
      return id === null ? nothingPurged : purgeGraph(file, scope, id, what, stays);
    },
    scrub: () => file.scrub(),
    check: () => file.check(),
    ...graphArchive(file, ids),
  };
}

/** An edge whose ends are both there. */
const edgeSql = `SELECT ${edgeColumns} FROM graph_edges AS e WHERE e.scope = ? AND e.id = ?
  AND EXISTS (SELECT 1 FROM graph_nodes AS n WHERE n.scope = e.scope AND n.id = e.from_id)
  AND EXISTS (SELECT 1 FROM graph_nodes AS n WHERE n.scope = e.scope AND n.id = e.to_id)`;

const nothing: Page<never> = { items: [], nextCursor: null };
