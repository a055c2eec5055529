import neo4j, { type Session } from 'neo4j-driver';
import { expect, it } from 'vitest';
import { migrate } from './migrate.ts';

const procedure = 'Neo.ClientError.Procedure';
const refused = (code: string, message: string) => new neo4j.Neo4jError(message, code, '', '');

const there = ['agent_mem_schema', 'a'];

/** A database whose indexes are awaited with these outcomes in turn, and which is of the newest version. */
function awaiting(outcomes: (Error | null)[]) {
  const statements: string[] = [];
  const run = async (statement: string) => {
    statements.push(statement);
    const outcome = statement.includes('awaitIndexes') ? outcomes.shift() : null;
    if (outcome) throw outcome;
    if (statement.startsWith('SHOW INDEXES')) return { records: there.map((name) => ({ get: () => name })) };
    return { records: [{ get: () => 1 }] };
  };
  // Nothing else of a session is used here.
  return { session: { run } as unknown as Session, statements };
}

it('waits on for indexes that are late, however that is said', async () => {
  const late = [
    refused(`${procedure}.ProcedureTimedOut`, 'Index not online within 5 SECONDS'),
    refused(
      `${procedure}.ProcedureCallFailed`,
      'Expected all indexes to come online within a reasonable time. Indexes brought online: []',
    ),
    null,
  ];
  const { session, statements } = awaiting(late);
  await migrate(session, 'graph', [['CREATE INDEX a IF NOT EXISTS FOR (n:A) ON (n.a)']]);
  expect(statements.filter((statement) => statement.includes('awaitIndexes'))).toHaveLength(3);
});

it('does not wait for an index that cannot be built', async () => {
  const failed = refused(`${procedure}.ProcedureCallFailed`, 'Index is in failed state');
  const { session } = awaiting([failed]);
  await expect(migrate(session, 'graph', [['CREATE INDEX a IF NOT EXISTS FOR (n:A) ON (n.a)']])).rejects.toBe(failed);
});
