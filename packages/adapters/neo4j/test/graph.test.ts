import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeGraph, describeGraphArchive } from '@agent-mem/storage/contract-suite';
import { afterAll, beforeAll } from 'vitest';
import { type Certificates, makeCertificates } from '../../../../test/live/certificates.ts';
import { describeLive } from '../../../../test/live/live.ts';
import { findNeo4j, type Neo4j, startNeo4j } from '../../../../test/live/neo4j/server.ts';
import { describeAccess } from './access.ts';
import { describeContention } from './contention.ts';
import { describeForeignData } from './foreign-data.ts';
import { describeLostAnswers } from './lost-answers.ts';
import { describeMigration } from './migration.ts';
import { openGraph } from './opened-graph.ts';
import { describeRelays } from './relays.ts';
import { describeStatements } from './statements.ts';

describeLive('Neo4j', findNeo4j(), (jars) => {
  const directory = mkdtempSync(join(tmpdir(), 'agent-mem-tls-'));
  let certificates: Certificates;
  let neo4j: Neo4j;
  const server = () => neo4j;

  beforeAll(async () => {
    certificates = makeCertificates(directory);
    neo4j = await startNeo4j(jars(), {
      'server.bolt.tls_level': 'OPTIONAL',
      'dbms.ssl.policy.bolt.enabled': 'true',
      'dbms.ssl.policy.bolt.base_directory': directory,
      'dbms.ssl.policy.bolt.private_key': 'server.key',
      'dbms.ssl.policy.bolt.public_certificate': 'server.pem',
      'dbms.ssl.policy.bolt.client_auth': 'NONE',
    });
  });
  afterAll(async () => {
    await neo4j?.[Symbol.asyncDispose]();
    rmSync(directory, { recursive: true });
  });

  // First, on a database that nobody has used.
  describeMigration(server);
  const opened = async () => {
    const graph = openGraph(neo4j);
    return { store: graph, [Symbol.asyncDispose]: () => graph[Symbol.asyncDispose]() };
  };
  describeGraph('Neo4j', opened);
  describeGraphArchive('Neo4j', opened);
  describeContention(server);
  describeRelays(server);
  describeLostAnswers(server);
  describeStatements(server);
  describeForeignData(server);
  describeAccess(server, () => certificates);
});
