import { once } from 'node:events';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, vi } from 'vitest';
import { spawnFleet } from '../../process/fleet-process.ts';
import type { Cluster } from './cluster.ts';

/** What `check` says of how far it is, every few seconds. */
const progress = /^[\d,]+ of [\d,]+ records, .*\n/gm;

/** How long what a crash left may wait for the sweeper, on a machine that has other things to do. */
const sweepsMs = 300_000;

/** Compares the stores as an operator does, by `check`, until it finds nothing. */
export async function storesAgree(cluster: Cluster): Promise<void> {
  await using directory = await temporaryDirectory();
  await vi.waitFor(
    async () => {
      await using check = spawnFleet({ directory: directory.path, args: ['check'], environment: cluster.environment });
      const [code] = await once(check.child, 'close');
      expect([code, check.output(), check.errors().replaceAll(progress, '')]).toEqual([0, 'The stores agree\n', '']);
    },
    { timeout: sweepsMs, interval: 1_000 },
  );
}
