import type { Neo4j } from '../neo4j/server.ts';
import { askShared } from './ask.ts';

type Addresses = Pick<Neo4j, 'url' | 'user' | 'password'>;

/** A Neo4j of the run, without data, for one file that neither ends nor configures it. Disposing gives it back. */
export type BorrowedNeo4j = Addresses & AsyncDisposable;

/** Resolves when it answers. One that another file gave back is lent before another one is started. */
export async function borrowNeo4j(): Promise<BorrowedNeo4j> {
  const neo4j = (await askShared('POST', '/neo4j')) as Addresses;
  const giveBack = async () => void (await askShared('DELETE', `/neo4j/${encodeURIComponent(neo4j.url)}`));
  return { ...neo4j, [Symbol.asyncDispose]: giveBack };
}
