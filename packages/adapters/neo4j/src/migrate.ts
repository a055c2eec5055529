import { OperationError } from '@agent-mem/contract';
import neo4j, { type Session, type Transaction } from 'neo4j-driver';

/** Statements that bring a database one version on. Each makes one constraint or index, by its name, if it is not there. */
export type Migration = readonly string[];

const readVersion = 'MATCH (m:AgentMemSchema {name: $name}) RETURN max(m.version) AS version';
const noteVersion = `MERGE (m:AgentMemSchema {name: $name})
SET m.version = CASE WHEN m.version > $version THEN m.version ELSE $version END`;
const ownConstraint = 'CREATE CONSTRAINT agent_mem_schema IF NOT EXISTS FOR (m:AgentMemSchema) REQUIRE m.name IS UNIQUE';
export const takeTurn = 'CREATE INDEX agent_mem_turn IF NOT EXISTS FOR (t:AgentMemTurn) ON (t.name)';
const endTurn = 'DROP INDEX agent_mem_turn';
/** The server ends a turn after so long: a process that is cut off without a word holds it no longer. */
const turnTimeoutMs = 600_000;

/** A session, or a transaction of it. */
type Asked = Pick<Session | Transaction, 'run'>;

/**
 * Brings a named part of the database's schema to the version that this program knows, and makes again what was dropped by hand since: without its
 * constraints two writers could store the same thing twice. Nothing but reading happens where all is there, so that a user
 * without the right to make indexes can use it. One process at a time changes the schema; one that dies between two changes is safe because
 * every statement may be repeated, and the version is noted last. Throws `failed-precondition` when a later program has been here.
 */
export async function migrate(session: Session, name: string, migrations: readonly Migration[]): Promise<void> {
  const isOfThisVersion = (await versionOf(session, name, migrations.length)) === migrations.length;
  if (!isOfThisVersion || (await missing(session, migrations)).length > 0) await complete(session, name, migrations);
  // Also where another process has just made them: a statement that names an index fails until it is built.
  await indexesBuilt(session);
}

async function versionOf(session: Session, name: string, known: number): Promise<number> {
  const { records } = await session.run(readVersion, { name });
  const version = Number(records[0]?.get('version') ?? 0);
  if (version <= known) return version;
  throw new OperationError(
    'failed-precondition',
    `The graph's schema in Neo4j is of version ${version}, and this program knows ${known}; use the program that made it, or a later one`,
  );
}

/** The statements whose constraint or index is not there. */
async function missing(session: Asked, migrations: readonly Migration[]): Promise<readonly string[]> {
  const there = await namesOfIndexes(session);
  return [ownConstraint, ...migrations.flat()].filter((statement) => !there.has(nameIn(statement)));
}

/**
 * Makes what is missing while no other process does. Neo4j has no lock by name, but a transaction that makes an index locks its label until it
 * ends, also when its process dies. This index is never committed, so that each process has it to make. All is in this one
 * transaction, as Neo4j locks a type of edges and a label that have the same number as if they were one.
 */
async function complete(session: Session, name: string, migrations: readonly Migration[]): Promise<void> {
  const transaction = session.beginTransaction({ timeout: turnTimeoutMs });
  try {
    await transaction.run(takeTurn);
    // Asked again: another process may have been faster.
    for (const statement of await missing(transaction, migrations)) await transaction.run(statement);
    await transaction.run(endTurn);
    await transaction.commit();
  } catch (error) {
    if (transaction.isOpen()) await transaction.rollback().catch(() => undefined);
    throw error;
  }
  await session.run(noteVersion, { name, version: migrations.length });
}

/** A constraint has its index, of the same name. */
async function namesOfIndexes(session: Asked): Promise<ReadonlySet<string>> {
  const { records } = await session.run('SHOW INDEXES YIELD name');
  return new Set(records.map((record) => String(record.get('name'))));
}

function nameIn(statement: string): string {
  return /^CREATE (?:CONSTRAINT|INDEX) (\w+) IF NOT EXISTS /.exec(statement)?.[1] ?? '';
}

/** An index of a large database takes its time to be built. */
const mostWaits = 120;

/** Waits in pieces of 5 s: no transaction of ours stays open for minutes, for which another process's change of the schema may have to wait. */
async function indexesBuilt(session: Session): Promise<void> {
  for (let left = mostWaits; ; left--) {
    try {
      await session.run('CALL db.awaitIndexes(5)');
      return;
    } catch (error) {
      if (!isLate(error) || left <= 1) throw error;
    }
  }
}

/** The procedure says by its code that the time is up, or by its words, of an index that another process has just made. */
function isLate(error: unknown): boolean {
  if (!(error instanceof neo4j.Neo4jError)) return false;
  if (error.code === 'Neo.ClientError.Procedure.ProcedureTimedOut') return true;
  return error.code === 'Neo.ClientError.Procedure.ProcedureCallFailed' && error.message.includes('indexes to come online');
}
