import { systemClock } from '@agent-mem/contract';
import neo4j, { type Driver, type EagerResult, type Session } from 'neo4j-driver';
import type { Neo4j } from '../../../../test/live/neo4j/server.ts';
import { type Neo4jGraph, type Neo4jGraphOptions, openNeo4jGraph } from '../src/index.ts';

/** A graph on the server of the test. */
export function openGraph({ url, user, password }: Neo4j, options: Partial<Neo4jGraphOptions> = {}): Neo4jGraph {
  return openNeo4jGraph({ url, user, password, clock: systemClock, timeoutMs: 120_000, ...options });
}

/** Gives the work a session of a driver of its own, without the repeats of the adapter. */
export async function withSession(
  { url, user, password }: Pick<Neo4j, 'url' | 'user' | 'password'>,
  work: (session: Session) => Promise<void>,
): Promise<void> {
  await using driver: Driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
  await using session = driver.session();
  await work(session);
}

/** Asks the server beside the adapter, as somebody else would. */
export async function ask(
  { url, user, password }: Neo4j,
  statement: string,
  parameters: Readonly<Record<string, unknown>> = {},
): Promise<readonly Record<string, unknown>[]> {
  await using driver: Driver = neo4j.driver(url, neo4j.auth.basic(user, password), { disableLosslessIntegers: true });
  const { records }: EagerResult = await driver.executeQuery(statement, parameters);
  return records.map((record) => record.toObject());
}
