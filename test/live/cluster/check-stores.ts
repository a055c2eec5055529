import { once } from 'node:events';
import { temporaryDirectory } from '@agent-mem/testing';
import { spawnFleet } from '../../process/fleet-process.ts';
import type { Cluster } from './cluster.ts';

/** What `check` says of how far it is, every few seconds. */
const progress = /^[\d,]+ of [\d,]+ records, .*\n/gm;

/** What `check` ended with: exit code, output and errors. */
export type CheckEnd = readonly [code: number | null, output: string, errors: string];

/** How `check` ends where the stores agree. */
export const agreement: CheckEnd = [0, 'The stores agree\n', ''];

/** Compares the stores once, as an operator does. */
export async function checkStores(cluster: Cluster): Promise<CheckEnd> {
  await using directory = await temporaryDirectory();
  await using check = spawnFleet({ directory: directory.path, args: ['check'], environment: cluster.environment });
  const [code] = (await once(check.child, 'close')) as [number | null];
  return [code, check.output(), check.errors().replaceAll(progress, '')];
}
