import { describe } from 'vitest';
import type { Graph } from '../graph.ts';
import type { GraphMaintenance } from '../graph-maintenance.ts';
import { describeCommit } from './graph-commit.ts';
import { describeMaintenance, type GraphCapabilities } from './graph-maintenance.ts';
import { describePurge } from './graph-purge.ts';
import { describeQueue } from './graph-queue.ts';
import { describeReads } from './graph-read.ts';
import { describeWays } from './graph-ways.ts';
import type { OpenStore } from './opened.ts';

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
