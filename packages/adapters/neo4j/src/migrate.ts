import { OperationError } from '@agent-mem/contract';
import neo4j, { type Session } from 'neo4j-driver';

/** Statements that bring a database one version on. Each makes one constraint or index, by its name, if it is not there. */
export type Migration = readonly string[];

const readVersion = 'MATCH (m:AgentMemSchema {name: $name}) RETURN max(m.version) AS version';
const noteVersion = `MERGE (m:AgentMemSchema {name: $name})
SET m.version = CASE WHEN m.version > $version THEN m.version ELSE $version END`;
const ownConstraint = 'CREATE CONSTRAINT agent_mem_schema IF NOT EXISTS FOR (m:AgentMemSchema) REQUIRE m.name IS UNIQUE';

/**
 * Brings a named part of the database's schema to the version that this program knows, and makes again what was dropped by hand since: without its
 * constraints two writers could store the same thing twice. Nothing but reading happens where all is there, so that a user
 * without the right to make indexes can use it. Neo4j takes no lock over several changes of its schema: a process that dies between
 * two of them, or meets another one, is safe because every statement may be repeated, and the version is noted last.
 * Throws `failed-precondition` when a later program has been here.
 */
export async function migrate(session: Session, name: string, migrations: readonly Migration[]): Promise<void> {
  const known = migrations.length;
  const { records } = await session.run(readVersion, { name });
  const version = Number(records[0]?.get('version') ?? 0);
  if (version > known) {
    throw new OperationError(
      'failed-precondition',
      `The graph's schema in Neo4j is of version ${version}, and this program knows ${known}; use the program that made it, or a later one`,
    );
  }
  const there = await namesOfIndexes(session);
  for (const statement of [ownConstraint, ...migrations.flat()]) {
    if (!there.has(nameIn(statement))) await runOnce(session, statement);
  }
  // Also where somebody else has just made them: a statement that names an index fails until it is built.
  await indexesBuilt(session);
  if (version < known) await session.run(noteVersion, { name, version: known });
}

/** A constraint has its index, of the same name. */
async function namesOfIndexes(session: Session): Promise<ReadonlySet<string>> {
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

const tries = 5;

/** IF NOT EXISTS is looked at before the lock is taken: where another process comes first, the statement fails, and then finds what it made. */
async function runOnce(session: Session, statement: string): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      await session.run(statement);
      return;
    } catch (error) {
      const isThere = error instanceof neo4j.Neo4jError && /^Neo\.ClientError\.Schema\.\w*AlreadyExists$/.test(error.code);
      if (!isThere || left <= 1) throw error;
    }
  }
}
