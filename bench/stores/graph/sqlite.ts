import type { DatabaseSync } from 'node:sqlite';
import { systemClock } from '@agent-mem/contract';
import { openSqliteGraph } from '@agent-mem/sqlite';
import { type GraphNode, nodeOfWrite } from '@agent-mem/storage';
import { checksummed, committed, openEmbedded, scopeNumber } from '../embedded.ts';
import type { BareGraph, OpenedGraph } from './bare.ts';

/** The Graph in an embedded file of its own, beside bare statements. */
export async function embeddedGraph(): Promise<OpenedGraph> {
  const embedded = await openEmbedded();
  const graph = openSqliteGraph(embedded.file, { clock: systemClock });
  const bare = bareGraph(embedded.database);
  const { bytes } = embedded;
  return { store: 'SQLite', graph, bare, bytes, [Symbol.asyncDispose]: () => embedded[Symbol.asyncDispose]() };
}

function bareGraph(database: DatabaseSync): BareGraph {
  const node =
    database.prepare(`INSERT INTO graph_nodes (scope, id, kind, status, version, weight, conversation_id, ordinal, valid_from,
      valid_to, created_at, updated_at, due_at, properties, checksum, indexed_version)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const edge = database.prepare('INSERT INTO graph_edges VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const state = database.prepare('INSERT INTO graph_history VALUES (?, ?, ?, ?, ?, ?, ?)');
  const reply = database.prepare('INSERT INTO graph_replies VALUES (?, ?, ?, ?, ?, ?, ?)');
  const event = database.prepare('INSERT INTO graph_outbox (event, checksum) VALUES (?, ?)');
  const get = database.prepare(
    'SELECT n.* FROM json_each(?) AS asked CROSS JOIN graph_nodes AS n ON n.scope = ? AND n.id = asked.value',
  );
  const find = database.prepare(`SELECT * FROM graph_nodes INDEXED BY graph_nodes_by_created
    WHERE scope = ? AND kind = 'Fact' AND status = 'ACTIVE' ORDER BY created_at DESC, id DESC LIMIT ?`);
  const neighbours = database.prepare(`SELECT n.*, e.id AS edge, e.kind AS edge_kind, e.created_at AS since
    FROM graph_edges AS e INDEXED BY graph_edges_in CROSS JOIN graph_nodes AS n ON n.scope = e.scope AND n.id = e.from_id
    WHERE e.scope = ? AND e.to_id = ? AND n.status = 'ACTIVE' ORDER BY e.created_at, e.id LIMIT ?`);
  const outbox = database.prepare('SELECT position, event FROM graph_outbox ORDER BY position LIMIT ?');
  const remove = database.prepare('DELETE FROM graph_outbox WHERE position = ?');
  const write = (n: GraphNode) => {
    const times = [n.validFrom, n.validTo, n.createdAt, n.updatedAt, n.dueAt, JSON.stringify(n.properties)];
    const values = [n.id, n.kind, n.status, n.version, n.weight, n.conversationId, n.ordinal ?? -1, ...times];
    node.run(...checksummed(scopeNumber, ...values), n.indexedVersion);
  };
  return {
    async commit({ fact, uniqueKey, edge: { id, kind, from, to, createdAt }, idempotency, event: happened }) {
      const made = nodeOfWrite(fact, 0);
      committed(database, () => {
        write(made);
        write(nodeOfWrite(uniqueKey, 0));
        state.run(...checksummed(scopeNumber, made.id, 1, fact.record, createdAt, JSON.stringify(made)));
        edge.run(...checksummed(scopeNumber, id, kind, from, to, 1, null, createdAt, '{}'));
        reply.run(
          ...checksummed(
            scopeNumber,
            idempotency.operation,
            idempotency.key,
            idempotency.requestHash,
            JSON.stringify(idempotency.reply),
            createdAt,
          ),
        );
        event.run(...checksummed(JSON.stringify(happened)));
      });
    },
    get: async (ids) => get.all(JSON.stringify(ids), scopeNumber),
    find: async (limit) => find.all(scopeNumber, limit),
    neighbours: async (id, limit) => neighbours.all(scopeNumber, id, limit),
    async relay(limit) {
      const rows = outbox.all(limit);
      committed(database, () => {
        for (const { position } of rows) remove.run(position as number);
      });
    },
  };
}
