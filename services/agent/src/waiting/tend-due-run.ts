import type { EventContext } from '@agent-mem/service-kit';
import type { WaitingNode } from '@agent-mem/storage';
import type { Config } from '../config.ts';
import { readEntry, waits } from '../journal/entries.ts';
import { stoppedRun } from './change-run.ts';
import { openRun } from './open-run.ts';
import { runNode, runOf } from './waiting-run.ts';

/**
 * Ends a run that has waited for too long, goes on with one that a crash or a lost journal left, and lets go one that has ended. It is taken again where
 * another writer came first.
 */
export async function tendDueRun({ scope, node }: WaitingNode, context: EventContext<Config>): Promise<void> {
  const { clock, graph, keyValue } = context;
  const stored = runOf(node);
  if (!stored) return;
  const { run, version } = stored;
  const now = clock.now();
  if (run.state === 'ended') {
    const { dueAt: _, ...gone } = runNode(run, version, now);
    await graph.commit(scope, { nodes: [{ ...gone, status: 'EXPIRED', properties: { state: 'ended' } }] });
    return;
  }
  if (run.state === 'waiting') {
    const expired = stoppedRun(run, 'expired');
    await graph.commit(scope, { nodes: [runNode(expired, version, now)] });
    await openRun(context, scope, { run: expired, version: version + 1 });
    return;
  }
  const entry = await readEntry(keyValue, scope, run.entry.key);
  const isLeft = entry === null || waits(entry, run.frame);
  // So that it is looked at again.
  await graph.commit(scope, { nodes: [runNode(run, version, now)] });
  if (isLeft || !run.isOpened) await openRun(context, scope, { run, version: version + 1 });
}
