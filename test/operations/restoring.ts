import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { brokenPromises, type History } from '../chaos/history.ts';
import { holdings } from '../chaos/holdings.ts';
import type { ScopeFields } from '../chaos/scopes.ts';
import { type Cluster, type ClusterPrograms, type OwnCluster, startCluster } from '../live/cluster/cluster.ts';
import { storesAgree } from '../live/cluster/stores-agree.ts';
import { dumpPostgres, restorePostgres } from '../live/postgres/dump.ts';
import { spawnFleet, startFleetProcess } from '../process/fleet-process.ts';
import { answersOf } from './answers.ts';
import { storeLargeDetail } from './large-detail.ts';
import { conversations, promisedBefore, startWriting } from './writing.ts';

const patience = { timeout: 180_000, interval: 500 };
/** Facts, messages and episodes: what an event teaches after the graph was dumped is not in the dump. */
const records = [0, 0.1, 0.5, 0.7, 0.5];
/** Whose memory was written and had its effects before the dump, and whose is written while it is made. */
const [earlier, meanwhile] = [{ user: 'earlier' }, { user: 'meanwhile' }];

export interface Drill {
  readonly cluster: OwnCluster;
  readonly programs: ClusterPrograms;
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
  readonly directory: string;
}

/** Dumps a cluster as docs/guides/back-up-and-restore.md says while clients write, loses every server, and restores into empty ones. */
export async function restoreIntoEmptyServers({ cluster, programs, postgres, directory }: Drill): Promise<void> {
  const [graph, details] = [join(directory, 'graph'), join(directory, 'details.dump')];
  await mkdir(graph);
  await using fleet = await startFleetProcess({ directory, environment: cluster.environment });
  const url = fleet.httpUrl;
  const detail = await storeLargeDetail(url, earlier);
  const settled = startWriting({ url: () => url, scope: earlier });
  await settled.acknowledges(40);
  await settled.stop();
  const holds = (at: string, promised: History, scope: ScopeFields) =>
    vi.waitFor(async () => {
      expect(brokenPromises(promised, await holdings(at, conversations, scope))).toEqual([]);
    }, patience);
  await holds(url, settled.history, earlier);
  // What is not indexed yet is found only afterwards.
  await storesAgree(cluster);
  const answers = await answersOf(url, detail, earlier);

  const writing = startWriting({ url: () => url, kinds: records, scope: meanwhile });
  await writing.acknowledges(30);
  const before = structuredClone(writing.history);
  await cluster.servers.neo4j.stop();
  await cluster.servers.neo4j.dump(graph);
  await cluster.servers.neo4j.start();
  await dumpPostgres(postgres, cluster.servers.postgres, details);
  await writing.acknowledges(20);
  await writing.stop();
  expect([settled.refused, writing.refused]).toEqual([[], []]);
  await fleet.kill();
  await cluster[Symbol.asyncDispose]();

  await using empty = await startCluster({ ...programs, postgres }, { neo4jDump: graph });
  await restorePostgres(postgres, empty.servers.postgres, details);
  await reindex(empty, directory);
  await using restored = await startFleetProcess({ directory, environment: empty.environment });
  await holds(restored.httpUrl, settled.history, earlier);
  await holds(restored.httpUrl, promisedBefore(before, writing.history), meanwhile);
  expect(await answersOf(restored.httpUrl, detail, earlier)).toEqual(answers);
  await storesAgree(empty);
  expect(await restored.stop()).toBe(0);
}

/** Servers that have just been restored are slow at first, and the limit that requests have does not end it. */
async function reindex(cluster: Cluster, directory: string): Promise<void> {
  const environment = { ...cluster.environment, GRAPH_TIMEOUT_MS: '10' };
  await using run = spawnFleet({ directory, args: ['reindex'], environment });
  const [code] = await once(run.child, 'close');
  expect([code, run.errors()]).toEqual([0, expect.any(String)]);
}
