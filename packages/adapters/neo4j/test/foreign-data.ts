import { edge, event, freshScope, node } from '@agent-mem/storage/contract-suite/fixtures';
import { expect, it } from 'vitest';
import type { Neo4j } from '../../../../test/live/neo4j/server.ts';
import { ask, openGraph } from './opened-graph.ts';

const everything = `MATCH (n) WHERE NOT any(label IN labels(n) WHERE label STARTS WITH 'AgentMem')
OPTIONAL MATCH (n)-[r]->(m)
RETURN labels(n) AS labels, properties(n) AS properties, type(r) AS type, properties(r) AS related, labels(m) AS other
ORDER BY properties(n).name, type(r)`;

/** What others keep in the same database. */
export function describeForeignData(server: () => Neo4j): void {
  it('shares a database with other data, which it neither changes nor shows', async () => {
    await using graph = openGraph(server());
    const scope = freshScope();
    await graph.commit(scope, { nodes: [node({ id: 'n' }), node({ id: 'm' })] });
    const { workspace } = scope;
    const ours = `${workspace}/user/default`;
    await ask(
      server(),
      `CREATE (f:Fact {name: 'a', scope: $ours, id: 'n', kind: 'Fact', status: 'ACTIVE', version: 1, createdAt: '2026', dueAt: '1970'})
       CREATE (s:Scope {name: 'b', scope: 'elsewhere', workspace: 'other'})
       CREATE (f)-[:mentions {scope: $ours, id: 'e', weight: 1.0}]->(s)
       CREATE (o:Outbox {name: 'c', position: 1, scope: $ours, event: '{}'})-[:AGENT]->(f)
       WITH f MATCH (n:AgentMemNode {scope: $ours, id: 'n'})
       CREATE (f)-[:POINTS_AT {since: 1}]->(n)-[:OF {id: 'e'}]->(f)`,
      { ours },
    );
    const before = await ask(server(), everything);
    expect(before).toHaveLength(4);

    await graph.commit(scope, {
      nodes: [node({ id: 'n', record: 'stored', indexedVersion: 0, dueAt: '1970-01-01T00:00:00.000Z' })],
      edges: [edge('n', 'm', { id: 'e' })],
      expect: [{ id: 'nowhere', version: 0 }],
      events: [event(scope, 'x')],
      idempotency: { operation: 'store', key: 'k', requestHash: 'h', reply: {} },
    });
    await graph.markIndexed(scope, [{ id: 'n', version: 2 }]);
    expect((await graph.neighbours(scope, 'n', { direction: 'both', limit: 10 })).items).toMatchObject([{ edge: { id: 'e' } }]);
    expect(await graph.count(scope, { kinds: ['Fact'] })).toBe(2);
    expect((await graph.find(scope, { kinds: ['Fact'], order: 'createdAt', limit: 10 })).items).toHaveLength(2);
    for (const entry of await graph.outbox(1_000)) await graph.markPublished([entry.position]);
    await graph.dropIdempotencyRecords('2999-01-01T00:00:00.000Z');
    for await (const listed of graph.scopes()) expect(listed.workspace).not.toBe('other');
    const due = await graph.due(['Fact'], '2000-01-01T00:00:00.000Z', 1_000);
    expect(due.filter((entry) => entry.scope.workspace === workspace).map((entry) => entry.node.id)).toEqual(['n']);

    expect(await ask(server(), everything)).toEqual(before);
  });
}
