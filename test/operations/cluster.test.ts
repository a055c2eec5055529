import { join } from 'node:path';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterAll, beforeAll, it } from 'vitest';
import { findCluster, type OwnCluster, startCluster } from '../live/cluster/cluster.ts';
import { describeLive } from '../live/live.ts';
import { findPostgresWithTools } from '../live/postgres/dump.ts';
import { findProgramOfVersion } from '../upgrade/program.ts';
import { verifies } from '../verifies.ts';
import { restoreIntoEmptyServers } from './restoring.ts';
import { rollUpAndBack } from './rolling.ts';

const timeout = 900_000;

describeLive('a cluster that is upgraded, put back, dumped and restored', findCluster(), (programs) => {
  describeLive('v0.1.0, as it was installed from this history', findProgramOfVersion(), (before) => {
    describeLive('PostgreSQL with its own tools', findPostgresWithTools(), (postgres) => {
      let cluster: OwnCluster;
      let directory: TemporaryDirectory;
      const old = () => join(before(), 'services/fleet/main.ts');
      beforeAll(async () => {
        directory = await temporaryDirectory();
        cluster = await startCluster({ ...programs(), postgres: postgres() }, { initBy: old() });
      }, timeout);
      afterAll(async () => {
        await cluster?.[Symbol.asyncDispose]();
        await directory?.[Symbol.asyncDispose]();
      });

      it(
        'two versions, rolled up and back one process after the other under load, lose, double and refuse nothing',
        {
          timeout,
          retry: 0,
          ...verifies('upgrade.rolled'),
        },
        () => rollUpAndBack(cluster, directory.path, old()),
      );

      it(
        'dumps made in the documented order under writes bring back what was acknowledged before, and its answers',
        {
          timeout,
          retry: 0,
          ...verifies('backup.cluster'),
        },
        () => restoreIntoEmptyServers({ cluster, programs: programs(), postgres: postgres(), directory: directory.path }),
      );
    });
  });
});
