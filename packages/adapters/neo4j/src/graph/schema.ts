import type { Session } from 'neo4j-driver';
import { type Migration, migrate } from '../migrate.ts';

/**
 * Everything of ours has a label or type that starts with AgentMem, so that it can share a database with other data:
 * AgentMemNode, joined by AGENT_MEM_EDGE; AgentMemVersion, a recorded state of a node; AgentMemReply, stored under an idempotency key;
 * AgentMemOutbox, an event to publish; AgentMemScope, the members of a scope and the last position of its events;
 * AgentMemQueue, who holds which parts of the queues in a group.
 *
 * The uniqueness constraints are what makes MERGE safe among writers: the second writer waits for the first to commit.
 * An index ends with what its pages are ordered by, so that no page sorts what it does not answer. One that has properties which
 * only some nodes bear (due, unindexed) holds only those.
 */
const graphMigrations: readonly Migration[] = [
  [
    'CREATE CONSTRAINT agent_mem_scope IF NOT EXISTS FOR (s:AgentMemScope) REQUIRE s.scope IS UNIQUE',
    'CREATE CONSTRAINT agent_mem_node IF NOT EXISTS FOR (n:AgentMemNode) REQUIRE (n.scope, n.id) IS UNIQUE',
    'CREATE CONSTRAINT agent_mem_edge IF NOT EXISTS FOR ()-[e:AGENT_MEM_EDGE]-() REQUIRE (e.scope, e.id) IS UNIQUE',
    'CREATE CONSTRAINT agent_mem_version IF NOT EXISTS FOR (v:AgentMemVersion) REQUIRE (v.scope, v.id, v.version) IS UNIQUE',
    'CREATE CONSTRAINT agent_mem_reply IF NOT EXISTS FOR (r:AgentMemReply) REQUIRE (r.scope, r.operation, r.key) IS UNIQUE',
    'CREATE CONSTRAINT agent_mem_outbox IF NOT EXISTS FOR (o:AgentMemOutbox) REQUIRE (o.position, o.scope) IS UNIQUE',
    'CREATE INDEX agent_mem_node_by_created IF NOT EXISTS FOR (n:AgentMemNode) ON (n.scope, n.kind, n.status, n.createdAt, n.id)',
    'CREATE INDEX agent_mem_node_by_updated IF NOT EXISTS FOR (n:AgentMemNode) ON (n.scope, n.kind, n.status, n.updatedAt, n.id)',
    'CREATE INDEX agent_mem_node_by_conversation IF NOT EXISTS FOR (n:AgentMemNode) ON (n.scope, n.conversationId, n.kind, n.status, n.place, n.id)',
    'CREATE INDEX agent_mem_node_due IF NOT EXISTS FOR (n:AgentMemNode) ON (n.kind, n.due, n.id)',
    'CREATE INDEX agent_mem_node_unindexed IF NOT EXISTS FOR (n:AgentMemNode) ON (n.kind, n.unindexed, n.id)',
    'CREATE INDEX agent_mem_reply_by_age IF NOT EXISTS FOR (r:AgentMemReply) ON (r.keptAt)',
  ],
];

/** Counted apart from the others, as a process of a version before goes on beside this one: it looks at the number of those alone. */
const queueMigrations: readonly Migration[] = [
  ['CREATE CONSTRAINT agent_mem_queue IF NOT EXISTS FOR (q:AgentMemQueue) REQUIRE q.name IS UNIQUE'],
];

/** Counted apart for the same reason. What has no weight is not in the index. */
const weightMigrations: readonly Migration[] = [
  ['CREATE INDEX agent_mem_node_by_weight IF NOT EXISTS FOR (n:AgentMemNode) ON (n.scope, n.kind, n.status, n.weight, n.id)'],
];

/** Makes what the graph needs, unless it is there. */
export async function migrateGraph(session: Session): Promise<void> {
  await migrate(session, 'graph', graphMigrations);
  await migrate(session, 'queues', queueMigrations);
  await migrate(session, 'weights', weightMigrations);
}
