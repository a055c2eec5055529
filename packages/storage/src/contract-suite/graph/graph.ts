import { describe } from 'vitest';
import type { Graph } from '../../graph.ts';
import type { GraphMaintenance } from '../../graph-maintenance.ts';
import type { OpenStore } from '../opened.ts';
import { describeCommit } from './commit.ts';
import { describeMaintenance, type GraphCapabilities } from './maintenance.ts';
import { describePurge } from './purge.ts';
import { describeQueue } from './queue.ts';
import { describeReads } from './read.ts';
import { describeWays } from './ways.ts';

/** The definition of a Graph: every adapter passes all of it. */
export function describeGraph(
  name: string,
  open: OpenStore<Graph & GraphMaintenance>,
  capabilities: GraphCapabilities = { outbox: true },
): void {
  describe(`${name} is a Graph`, () => {
    describeCommit(open);
    describeReads(open);
    describeWays(open);
    describeMaintenance(open, capabilities);
    describeQueue(open, capabilities);
    describePurge(open, capabilities);
  });
}
