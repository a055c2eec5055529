import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { borrowCluster } from '../live/cluster/borrowed-cluster.ts';
import { type Cluster, findCluster } from '../live/cluster/cluster.ts';
import { describeLive } from '../live/live.ts';
import { startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

/** Longer than the lease of a process that is gone. */
const patience = { timeout: 120_000, interval: 200 };

describeLive('a vault on the full cluster', findCluster(), (programs) => {
  let cluster: Cluster;
  let directory: TemporaryDirectory;
  beforeAll(async () => {
    [cluster, directory] = await Promise.all([borrowCluster(programs()), temporaryDirectory()]);
  }, 600_000);
  afterAll(async () => {
    await cluster?.[Symbol.asyncDispose]();
    await directory?.[Symbol.asyncDispose]();
  });

  it('is written by one process at a time, and by another when that one is killed', verifies('vault.owned'), async () => {
    const vault = join(directory.path, 'memory_db');
    const facts = join(vault, 'entries/global/facts');
    const environment = { ...cluster.environment, VAULT_DIR: vault, START_WATCHER: 'true', ENABLE_GIT_VERSIONING: 'true' };
    const start = () => startFleetProcess({ directory: directory.path, environment });
    const filed = (...contents: readonly string[]) =>
      vi.waitFor(async () => {
        const names = (await readdir(facts)).filter((name) => name.endsWith('.md'));
        const texts = await Promise.all(names.map((name) => readFile(join(facts, name), 'utf8')));
        expect(texts.map((text) => text.trim().split('\n').at(-1)).toSorted()).toEqual(contents.toSorted());
      }, patience);
    const store = (url: string, content: string) => rest(url, 'facts', 'store', { content }, { timeoutMs: 60_000 });

    await using owner = await start();
    const { fact_id } = await store(owner.httpUrl, 'Anne lives in Lyon');
    await filed('Anne lives in Lyon');
    await using other = await start();
    await store(other.httpUrl, 'Bob likes tea');
    await filed('Anne lives in Lyon', 'Bob likes tea');

    await owner.kill();
    await store(other.httpUrl, 'The sea is salty');
    await filed('Anne lives in Lyon', 'Bob likes tea', 'The sea is salty');
    const [name = ''] = (await readdir(facts)).filter((each) => each.includes(fact_id.slice('fact_'.length)));
    const path = join(facts, name);
    await writeFile(path, (await readFile(path, 'utf8')).replace('Lyon', 'Nice'));
    await vi.waitFor(async () => {
      const { fact } = await rest(other.httpUrl, 'facts', 'get', { fact_id });
      expect(fact?.content).toBe('Anne lives in Nice');
    }, patience);
    await filed('Anne lives in Nice', 'Bob likes tea', 'The sea is salty');
  });
});
