import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { borrowCluster } from '../live/cluster/borrowed-cluster.ts';
import { type Cluster, findCluster } from '../live/cluster/cluster.ts';
import { describeLive } from '../live/live.ts';
import { startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';
import { type InstalledPackage, installPackage } from './install-package.ts';

describeLive('Pulsar and the four stores, under the packed program', findCluster(), (programs) => {
  let cluster: Cluster;
  let installed: InstalledPackage;
  beforeAll(async () => {
    cluster = await borrowCluster(programs());
    installed = await installPackage();
  });
  afterAll(async () => {
    await installed[Symbol.asyncDispose]();
    await cluster[Symbol.asyncDispose]();
  });

  it('all of its adapters answer', { timeout: 240_000, ...verifies('package.cluster') }, async () => {
    const { folder, program, environment } = installed;
    await using fleet = await startFleetProcess({
      directory: join(folder, 'data'),
      program,
      environment: { ...environment, ...cluster.environment },
    });
    await rest(fleet.httpUrl, 'facts', 'store', { content: 'The ferry to Ischia leaves at nine' });
    const { answer } = await rest(fleet.httpUrl, 'agent', 'invoke', { question: 'When does the ferry leave?' });
    expect(answer).toContain('The ferry to Ischia leaves at nine');
    expect(await fleet.stop()).toBe(0);
  });
});
