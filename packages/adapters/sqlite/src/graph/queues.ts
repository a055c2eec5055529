import { setImmediate as nextTurn } from 'node:timers/promises';
import { ascending, type Event, scopeOf } from '@agent-mem/contract';
import { type NodeKind, type OutboxEntry, partOf, type WaitingNode } from '@agent-mem/storage';
import type { Parts, QueueReads } from '@agent-mem/storage/internal';
import { type EmbeddedFile, type Row, verifyRow } from '../file/index.ts';
import { scopeOfRow } from '../scope-ids.ts';
import { nodeOfRow } from './rows.ts';
import { outboxTable } from './tables.ts';

/** So many nodes are looked through in one turn of the event loop. */
const seenAtOnce = 100;

/** The queues in the embedded file. The part of a row comes of its scope: one process has the file, and holds all parts but in tests. */
export function queuesIn(file: EmbeddedFile): QueueReads {
  /** The first rows whose work is in these parts, in the order of the statement. */
  function first<Work>(
    sql: string,
    values: readonly string[],
    { limit, workOf, isOwn }: { readonly limit: number; workOf(row: Row): Work; isOwn(work: Work): boolean },
  ): Work[] {
    return file.read(({ statement }) => {
      const found: Work[] = [];
      for (const row of statement(sql).iterate(...values)) {
        const work = workOf(row);
        if (isOwn(work)) found.push(work);
        if (found.length >= limit) break;
      }
      return found;
    });
  }
  /** What is found has effects outside the file, which a power cut must not leave behind alone. */
  async function flushed<Work>(found: readonly Work[]): Promise<readonly Work[]> {
    if (found.length > 0) await file.flushed();
    return found;
  }

  /** The first nodes of a kind whose document is behind, some at a time, so that others have their turns. */
  async function unindexed(kind: NodeKind, limit: number, parts: Parts): Promise<readonly WaitingNode[]> {
    const found: WaitingNode[] = [];
    for (let after: readonly (string | number)[] = ['', '', 0]; ; ) {
      const rows = file.read(({ statement }) => statement(unindexedSql).all(kind, ...after));
      found.push(...rows.map(waitingNodeOf).filter(({ scope }) => parts.has(partOf(scope))));
      const last = rows.at(-1);
      if (!last || found.length >= limit) return found;
      after = [String(last.updated_at), String(last.id), Number(last.row)];
      await nextTurn();
    }
  }

  return {
    publish: (limit, parts) =>
      flushed(first(outboxSql, [], { limit, workOf: entryOf, isOwn: ({ event }) => parts.has(partOf(scopeOf(event))) })),
    due: (kinds, until, limit, parts) =>
      flushed(
        [...new Set(kinds)]
          .flatMap((kind) =>
            first(dueSql, [kind, until], { limit, workOf: waitingNodeOf, isOwn: ({ scope }) => parts.has(partOf(scope)) }),
          )
          .sort((a, b) => ascending(a.node.dueAt, b.node.dueAt) || ascending(a.node.id, b.node.id))
          .slice(0, limit),
      ),
    async index(kinds, limit, parts) {
      const found: WaitingNode[] = [];
      for (const kind of new Set(kinds)) found.push(...(await unindexed(kind, limit, parts)));
      return found
        .sort((a, b) => ascending(a.node.updatedAt, b.node.updatedAt) || ascending(a.node.id, b.node.id))
        .slice(0, limit);
    },
  };
}

const outboxSql = 'SELECT position, event, checksum FROM graph_outbox ORDER BY position';

const dueSql = `SELECT s.workspace, s.user, s.collection, n.*
  FROM graph_nodes AS n INDEXED BY graph_nodes_due CROSS JOIN scopes AS s ON s.scope = n.scope
  WHERE n.status = 'ACTIVE' AND n.kind = ? AND n.due_at <= ? ORDER BY n.due_at, n.id`;

const unindexedSql = `SELECT s.workspace, s.user, s.collection, n.rowid AS row, n.*
  FROM graph_nodes AS n INDEXED BY graph_nodes_unindexed CROSS JOIN scopes AS s ON s.scope = n.scope
  WHERE n.indexed_version < n.version AND n.kind = ? AND (n.updated_at, n.id, n.rowid) > (?, ?, ?)
  ORDER BY n.updated_at, n.id, n.rowid LIMIT ${seenAtOnce}`;

function entryOf(row: Row): OutboxEntry {
  verifyRow(outboxTable, row);
  return { position: String(row.position), event: JSON.parse(String(row.event)) as Event };
}

function waitingNodeOf(row: Row): WaitingNode {
  return { scope: scopeOfRow(row), node: nodeOfRow(row) };
}
