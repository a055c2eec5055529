import { OperationError } from '@agent-mem/contract';
import type { ServiceContext } from '@agent-mem/service-kit';
import type { AgentConfig } from './config.ts';
import { instanceOf, runningByKey } from './instance.ts';
import { holdLease, readEntry, releaseLease, unfinishedEntries } from './journal.ts';
import { tellEnding } from './run-invocation.ts';
import { startInvocation } from './start-invocation.ts';
import type { Tool } from './tool.ts';

/** Most of them at once; the rest waits for the next time. */
const mostAtOnce = 8;

/** Takes up the invocations whose instance has died, and resolves when they have ended. Each goes on after the last step it had written down. */
export async function finishInvocations(context: ServiceContext<AgentConfig>, tools: readonly Tool[]): Promise<void> {
  const { keyValue, log, signal } = context;
  const instance = instanceOf(context);
  const taken: Promise<void>[] = [];
  for await (const { scope, entry } of unfinishedEntries(keyValue)) {
    if (taken.length >= mostAtOnce || signal.aborted) break;
    if (runningByKey(instance, scope, entry.key)) continue;
    if (!(await holdLease(keyValue, scope, entry.invocation, instance.id))) continue;
    // Its instance may have ended it since we looked.
    const current = await readEntry(keyValue, scope, entry.key);
    if (runningByKey(instance, scope, entry.key)) continue;
    if (current?.state === 'running' && current.request) {
      log.warn({ invocation_id: entry.invocation.invocationId }, 'an invocation that was left is taken up');
      const running = startInvocation(context, instance, scope, current, current.request, tools, true);
      const onStop = () => running.leave(new OperationError('unavailable', 'The service is stopping; ask again'));
      signal.addEventListener('abort', onStop, { once: true });
      taken.push(running.over.finally(() => signal.removeEventListener('abort', onStop)));
      continue;
    }
    try {
      if (current?.state === 'ended') await tellEnding(context, scope, current, true);
    } finally {
      await releaseLease(keyValue, scope, entry.invocation, instance.id);
    }
  }
  await Promise.allSettled(taken);
}
