import type { Scope } from '@agent-mem/contract';
import { VersionConflict } from '@agent-mem/storage';
import type { AgentContext } from '../agent-context.ts';
import { readRun, runNode, type StoredRun, type WaitingRun } from './waiting-run.ts';

/**
 * Stores a run as `change` makes it from what is stored, and answers it; `null`: there is none. `change` is asked again where another writer came
 * first. Where it answers the run that it was given, nothing is written.
 */
export async function changeRun(
  { clock, graph }: Pick<AgentContext, 'clock' | 'graph'>,
  scope: Scope,
  invocationId: string,
  change: (run: WaitingRun) => WaitingRun,
): Promise<StoredRun | null> {
  for (;;) {
    const stored = await readRun(graph, scope, invocationId);
    if (!stored) return null;
    const run = change(stored.run);
    if (run === stored.run) return stored;
    try {
      const node = runNode(run, stored.version, clock.now());
      const { versions } = await graph.commit(scope, { nodes: [node] });
      return { run, version: versions[node.id] ?? stored.version + 1 };
    } catch (cause) {
      if (!(cause instanceof VersionConflict)) throw cause;
    }
  }
}

/** A run that ends without being decided on; any other as it is. */
export function stoppedRun(run: WaitingRun, stop: NonNullable<WaitingRun['stop']>): WaitingRun {
  return run.state === 'waiting' ? { ...run, state: 'resumed', stop, isOpened: false } : run;
}
