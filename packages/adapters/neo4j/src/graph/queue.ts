import { scopeOf } from '@agent-mem/contract';
import { type Claim, partOf, type QueueName, type WaitingNode, type WaitingWork, type WorkQueue } from '@agent-mem/storage';
import { noShares, type PartShares, releasedShares, renewedShares } from '@agent-mem/storage/internal';
import { type Connection, type Row, whole } from '../connection.ts';
import { acrossScopes, type MaintenanceStatement } from '../statement.ts';
import { entryOf } from './maintenance.ts';
import { nodeColumns, nodeOfRow, scopeOfRow } from './records.ts';
import { wholeRows } from './whole-rows.ts';

/** Holds the groups until the transaction ends, in one order, so that no two owners wait for each other. A statement of its own, as for nodes. */
const lockGroups = acrossScopes(`
UNWIND $groups AS group
MERGE (q:AgentMemQueue {name: group})
SET q.lock = 'held'`);

const readGroups = acrossScopes(`
UNWIND $groups AS group
MATCH (q:AgentMemQueue {name: group})
RETURN group, q.holders AS holders, q.holderEnds AS holderEnds, q.owners AS owners, timestamp() AS now`);

const writeGroups = acrossScopes(`
UNWIND $rows AS row
MATCH (q:AgentMemQueue {name: row.group})
SET q.holders = row.holders, q.holderEnds = row.holderEnds, q.owners = row.owners, q.ends = row.ends
REMOVE q.lock`);

/** The parts that the owner of a claim holds now. A row whose part is -1 was written by a version that knows none. */
const ownParts = `
MATCH (q:AgentMemQueue {name: $group})
WITH [part IN range(0, size(q.owners) - 1) WHERE q.owners[part] = $owner AND q.ends[part] > timestamp()] AS parts
WHERE size(parts) > 0`;

const publish = acrossScopes(`${ownParts}
MATCH (o:AgentMemOutbox) USING INDEX o:AgentMemOutbox(position, scope)
WHERE o.position > 0 AND o.scope IS NOT NULL AND (o.part IS NULL OR o.part IN parts)
RETURN o.position AS position, o.scope AS scope, o.event AS event, coalesce(o.part, -1) AS part ORDER BY o.position, o.scope LIMIT $limit`);

const due = acrossScopes(`${ownParts}
UNWIND $kinds AS kind
CALL (kind, parts) {
  MATCH (n:AgentMemNode {kind: kind}) USING INDEX n:AgentMemNode(kind, due, id)
  WHERE n.due <= $until AND n.id IS NOT NULL AND (n.part IS NULL OR n.part IN parts)
  RETURN n ORDER BY n.kind, n.due, n.id LIMIT $limit
}
MATCH (s:AgentMemScope {scope: n.scope})
RETURN s.workspace AS workspace, s.user AS user, s.collection AS collection, s.scope AS scope, coalesce(n.part, -1) AS part, ${nodeColumns}
ORDER BY n.due, n.id LIMIT $limit`);

const index = acrossScopes(`${ownParts}
UNWIND $kinds AS kind
CALL (kind, parts) {
  MATCH (n:AgentMemNode {kind: kind}) USING INDEX n:AgentMemNode(kind, unindexed, id)
  WHERE n.unindexed >= '' AND n.id IS NOT NULL AND (n.part IS NULL OR n.part IN parts)
  RETURN n ORDER BY n.kind, n.unindexed, n.id LIMIT $limit
}
MATCH (s:AgentMemScope {scope: n.scope})
RETURN s.workspace AS workspace, s.user AS user, s.collection AS collection, s.scope AS scope, coalesce(n.part, -1) AS part, ${nodeColumns}
ORDER BY n.unindexed, n.id LIMIT $limit`);

const giveEventsParts = acrossScopes(`
UNWIND $rows AS row
MATCH (o:AgentMemOutbox {position: row.position, scope: row.scope})
SET o.part = row.part`);

const giveNodesParts = acrossScopes(`
UNWIND $rows AS row
MATCH (n:AgentMemNode {scope: row.scope, id: row.id})
SET n.part = row.part`);

/** How a queue is read. */
interface Queue<Work> {
  readonly statement: MaintenanceStatement;
  /** Writes the parts of rows that have none. */
  readonly giveParts: MaintenanceStatement;
  workOf(row: Row): Work;
  partOf(work: Work): number;
}

const nodes = { giveParts: giveNodesParts, workOf: waitingNodeOf, partOf: ({ scope }: WaitingNode) => partOf(scope) };

const queues: { readonly [Name in QueueName]: Queue<WaitingWork[Name]> } = {
  publish: {
    statement: publish,
    giveParts: giveEventsParts,
    workOf: entryOf,
    partOf: ({ event }) => partOf(scopeOf(event)),
  },
  due: { ...nodes, statement: due },
  index: { ...nodes, statement: index },
};

/** The work queues on Neo4j. Leases end by the server's clock, which all processes share. */
export function neo4jQueue(connection: Connection): WorkQueue {
  /** Writes the shares of some groups anew, made of those that are there. */
  async function rewrite(
    names: readonly string[],
    renewed: (shares: PartShares, group: string, now: number) => PartShares,
  ): Promise<ReadonlyMap<string, PartShares>> {
    const groups = [...new Set(names)].sort();
    if (groups.length === 0) return new Map();
    return await connection.transaction(async (_, { across }) => {
      const [, rows] = await Promise.all([across(lockGroups, { groups }), across(readGroups, { groups })]);
      const after = rows.map((row) => {
        const group = String(row.group);
        return [group, renewed(sharesOfRow(row), group, Number(row.now))] as const;
      });
      await across(writeGroups, { rows: after.map(([group, shares]) => rowOfShares(group, shares)) });
      return { commits: true, result: new Map(after) };
    });
  }

  return {
    async hold(owner, busy, ttlMs) {
      const renewed = await rewrite(Object.keys(busy), (shares, group, now) =>
        renewedShares(shares, { owner, now, ttlMs, busy: busy[group] ?? [] }),
      );
      return Object.fromEntries([...renewed].map(([group, { owners }]) => [group, owners]));
    },
    async release(owner, groups) {
      await rewrite(groups, (shares) => releasedShares(shares, owner));
    },
    claim: (queue, claim) => claimed(connection, queues[queue], claim),
  };
}

/**
 * What was written by a version without parts is in the order with the rest, so that nothing goes past it. It gets its part when it is
 * first seen; the rows of others among it have taken places of the page, so the page is read again.
 */
async function claimed<Work>(connection: Connection, queue: Queue<Work>, claim: Claim): Promise<readonly Work[]> {
  const { kinds = [], until = '', limit, ...by } = claim;
  const parameters = { ...by, kinds: [...new Set(kinds)], until, limit: whole(limit) };
  for (;;) {
    const rows = await wholeRows(() => connection.across(queue.statement, parameters));
    const works = rows.map((row) => ({ row, work: queue.workOf(row) }));
    const without = works.filter(({ row }) => row.part === -1);
    if (without.length > 0) {
      const given = without.map(({ row, work }) => ({
        scope: row.scope,
        position: typeof row.position === 'number' ? whole(row.position) : null,
        id: (row.node as { readonly id?: string } | undefined)?.id ?? null,
        part: whole(queue.partOf(work)),
      }));
      await connection.across(queue.giveParts, { rows: given });
    } else return works.map(({ work }) => work);
  }
}

function waitingNodeOf(row: Row): WaitingNode {
  return { scope: scopeOfRow(row), node: nodeOfRow(row) };
}

function sharesOfRow({ holders, holderEnds, owners }: Row): PartShares {
  if (!Array.isArray(holders) || !Array.isArray(holderEnds) || !Array.isArray(owners)) return noShares;
  return {
    ends: new Map(holders.map((owner, at) => [String(owner), Number(holderEnds[at])])),
    owners: owners.map((owner) => (owner === '' ? null : String(owner))),
  };
}

/** A list in Neo4j holds no nulls. */
function rowOfShares(group: string, { ends, owners }: PartShares): object {
  return {
    group,
    holders: [...ends.keys()],
    holderEnds: [...ends.values()].map(whole),
    owners: owners.map((owner) => owner ?? ''),
    ends: owners.map((owner) => whole(owner === null ? 0 : (ends.get(owner) ?? 0))),
  };
}
