import { expect, vi } from 'vitest';
import { agreement, checkStores } from './check-stores.ts';
import type { Cluster } from './cluster.ts';

/** How long what a crash left may wait for the sweeper, on a machine that has other things to do. */
const sweepsMs = 300_000;

/** Compares the stores until they agree. */
export async function storesAgree(cluster: Cluster): Promise<void> {
  await vi.waitFor(async () => expect(await checkStores(cluster)).toEqual(agreement), { timeout: sweepsMs, interval: 1_000 });
}
