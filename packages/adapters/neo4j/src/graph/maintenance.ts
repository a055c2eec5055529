import type { Event } from '@agent-mem/contract';
import type { GraphMaintenance, OutboxEntry, WorkQueue } from '@agent-mem/storage';
import { type Connection, type Row, whole } from '../connection.ts';
import { scopeText } from '../scope-text.ts';
import { acrossScopes } from '../statement.ts';
import { nodeColumns, nodeOfRow, scopeOfRow } from './records.ts';
import { wholeRows } from './whole-rows.ts';

const outbox = acrossScopes(`
MATCH (o:AgentMemOutbox) USING INDEX o:AgentMemOutbox(position, scope)
WHERE o.position > 0 AND o.scope IS NOT NULL
RETURN o.position AS position, o.scope AS scope, o.event AS event ORDER BY o.position, o.scope LIMIT $limit`);

const markPublished = acrossScopes(`
UNWIND $entries AS entry
MATCH (o:AgentMemOutbox {position: entry.position, scope: entry.scope})
DELETE o`);

const due = acrossScopes(`
UNWIND $kinds AS kind
CALL (kind) {
  MATCH (n:AgentMemNode {kind: kind}) USING INDEX n:AgentMemNode(kind, due, id)
  WHERE n.due <= $until AND n.id IS NOT NULL
  RETURN n ORDER BY n.kind, n.due, n.id LIMIT $limit
}
MATCH (s:AgentMemScope {scope: n.scope})
RETURN s.workspace AS workspace, s.user AS user, s.collection AS collection, ${nodeColumns}
ORDER BY n.due, n.id LIMIT $limit`);

const unindexed = acrossScopes(`
UNWIND $kinds AS kind
CALL (kind) {
  MATCH (n:AgentMemNode {kind: kind}) USING INDEX n:AgentMemNode(kind, unindexed, id)
  WHERE n.unindexed >= '' AND n.id IS NOT NULL
  RETURN n ORDER BY n.kind, n.unindexed, n.id LIMIT $limit
}
MATCH (s:AgentMemScope {scope: n.scope})
RETURN s.workspace AS workspace, s.user AS user, s.collection AS collection, ${nodeColumns}
ORDER BY n.unindexed, n.id LIMIT $limit`);

const scopesAfter = acrossScopes(`
MATCH (s:AgentMemScope) USING INDEX s:AgentMemScope(scope)
WHERE s.scope > $after
  AND EXISTS {
    MATCH (n:AgentMemNode {scope: s.scope}) WHERE n.id IS NOT NULL AND n.version > 0
  }
RETURN s.scope AS scope, s.workspace AS workspace, s.user AS user, s.collection AS collection ORDER BY s.scope LIMIT $limit`);

/** Of two sweepers at once both may count a reply that one of them drops. */
const dropIdempotencyRecords = acrossScopes(`
MATCH (r:AgentMemReply) USING INDEX r:AgentMemReply(keptAt)
WHERE r.keptAt < $before
WITH r LIMIT $limit
DELETE r
RETURN count(*) AS dropped`);

/** Both ends are looked at whichever scope they are of: an edge that crosses one must be seen. */
const edgesAfter = acrossScopes(`
MATCH (from:AgentMemNode)-[e:AGENT_MEM_EDGE {scope: $scope}]->(to:AgentMemNode) USING INDEX e:AGENT_MEM_EDGE(scope, id)
WHERE e.id > $after
WITH e, from, to ORDER BY e.scope, e.id LIMIT $limit
RETURN e.id AS id, e.kind AS kind,
  from.scope = $scope AND to.scope = $scope AND coalesce(from.version, 0) > 0 AND coalesce(to.version, 0) > 0 AS whole`);

const scopesAtOnce = 100;
const edgesAtOnce = 1_000;
const repliesAtOnce = 1_000;

/** What crosses scopes, for any number of relays and sweepers at once. */
export function neo4jMaintenance(
  connection: Connection,
): Omit<GraphMaintenance, 'onOutbox' | 'purge' | 'scrub' | keyof WorkQueue> {
  const nodesOf = (rows: readonly Row[]) => rows.map((row) => ({ scope: scopeOfRow(row), node: nodeOfRow(row) }));
  return {
    async outbox(limit) {
      for (;;) {
        const rows = await connection.across(outbox, { limit: whole(limit) });
        const entries = rows.filter(isThere).map(entryOf);
        if (entries.length > 0 || rows.length === 0) return entries;
      }
    },
    async markPublished(positions) {
      const entries = positions.flatMap((position) => outboxPosition(position) ?? []);
      if (entries.length > 0) await connection.across(markPublished, { entries });
    },
    due: async (kinds, until, limit) =>
      nodesOf(await wholeRows(() => connection.across(due, { kinds: [...new Set(kinds)], until, limit: whole(limit) }))),
    unindexed: async (kinds, limit) =>
      nodesOf(await wholeRows(() => connection.across(unindexed, { kinds: [...new Set(kinds)], limit: whole(limit) }))),
    async *scopes() {
      for (let after = ''; ; ) {
        const rows = await connection.across(scopesAfter, { after, limit: whole(scopesAtOnce) });
        for (const row of rows) yield scopeOfRow(row);
        if (rows.length < scopesAtOnce) return;
        after = String(rows.at(-1)?.scope);
      }
    },
    async *looseEdges(scope) {
      for (let after = ''; ; ) {
        const rows = await connection.across(edgesAfter, { scope: scopeText(scope), after, limit: whole(edgesAtOnce) });
        for (const row of rows) if (row.whole !== true) yield { id: String(row.id), kind: String(row.kind) };
        if (rows.length < edgesAtOnce) return;
        after = String(rows.at(-1)?.id);
      }
    },
    async dropIdempotencyRecords(before) {
      for (let total = 0; ; ) {
        const [row] = await connection.across(dropIdempotencyRecords, { before, limit: whole(repliesAtOnce) });
        total += Number(row?.dropped);
        if (Number(row?.dropped) < repliesAtOnce) return total;
      }
    },
    check: (signal) => connection.check(signal),
  };
}

/** Another relay may delete an entry while it is read: its position comes from the index, and its event is null. */
function isThere({ event }: Row): boolean {
  return typeof event === 'string';
}

/** Positions count within a scope, so the scope is the second part of one. */
export function entryOf({ position, scope, event }: Row): OutboxEntry {
  return { position: `${position} ${scope}`, event: JSON.parse(String(event)) as Event };
}

function outboxPosition(position: string): { readonly position: unknown; readonly scope: string } | null {
  const [, number, scope = ''] = /^(\d{1,16}) (.+)$/s.exec(position) ?? [];
  return number === undefined ? null : { position: whole(Number(number)), scope };
}
