import type { Scope } from '@agent-mem/contract';
import type { AgentContext } from '../agent-context.ts';
import { type JournalEntry, reopen } from '../journal.ts';
import { runNode, type StoredRun } from './waiting-run.ts';

/** Opens the journal of a run that was decided on, so that this process or the next goes on with it. It answers the run with the version it has then. */
export async function openRun(
  { clock, graph, keyValue }: Pick<AgentContext, 'clock' | 'graph' | 'keyValue'>,
  scope: Scope,
  { run, version }: StoredRun,
): Promise<JournalEntry> {
  const { begun, entry, steps, stop, usage } = run;
  // A journal that was lost says nothing of what was called: then no call is made again that must not be.
  await reopen(keyValue, scope, entry, steps, { begun: { ...begun, hasBegun: run.isOpened }, usage, stop });
  if (!run.isOpened) await graph.commit(scope, { nodes: [runNode({ ...run, isOpened: true }, version, clock.now())] });
  return entry;
}
