import type { Scope } from '@agent-mem/contract';
import type { AgentContext } from '../agent-context.ts';
import { readEntry, reopen } from '../journal/entries.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { changeRun } from './change-run.ts';
import type { StoredRun, WaitingRun } from './waiting-run.ts';

/**
 * Opens the journal of a run that was decided on, so that this process or the next goes on with it, and answers its entry. However many processes open
 * it, one of them has an effect.
 */
export async function openRun(
  context: Pick<AgentContext, 'clock' | 'graph' | 'keyValue'>,
  scope: Scope,
  { run }: StoredRun,
): Promise<JournalEntry> {
  const { keyValue } = context;
  const { begun, entry, frame, steps, stop, usage } = run;
  // A journal that was lost says nothing of what was called: then no call is made again that must not be.
  const resumed = { steps, begun: { ...begun, hasBegun: run.isOpened }, usage, stop };
  await reopen(keyValue, scope, { ...entry, resumed }, frame);
  await changeRun(context, scope, entry.invocation.invocationId, (now) => (isSame(now, run) ? { ...now, isOpened: true } : now));
  return (await readEntry(keyValue, scope, entry.key)) ?? entry;
}

/** Whether it goes on still from where it was opened. */
function isSame(now: WaitingRun, opened: WaitingRun): boolean {
  return now.state === 'resumed' && !now.isOpened && now.steps.length === opened.steps.length;
}
