import type { ToolOrigin } from '@agent-mem/agent-loop';
import { OperationError } from '@agent-mem/contract';
import type { ServiceContext } from '@agent-mem/service-kit';
import type { Config } from './config.ts';
import { publishEnding } from './end-invocation.ts';
import { instanceOf, runningByKey } from './instance.ts';
import { readEntry, takeOver } from './journal/entries.ts';
import { isEnded } from './journal/journal-entry.ts';
import { forgetUnfinished, holdLease, unfinishedRuns } from './journal/unfinished.ts';
import { startInvocation } from './start-invocation.ts';

/** Most of them at once; the rest waits for the next time. */
const mostAtOnce = 8;

/** Takes up the invocations whose instance has died, and resolves when they have ended. Each goes on after its last journaled step, and its caller is sent the frames. */
export async function finishInvocations(service: ServiceContext<Config>, tools: readonly ToolOrigin[]): Promise<void> {
  const { keyValue, log, signal } = service;
  const instance = instanceOf(service);
  const taken: Promise<void>[] = [];
  for await (const { scope, run: key } of unfinishedRuns(keyValue)) {
    if (taken.length >= mostAtOnce || signal.aborted) break;
    const seen = await readEntry(keyValue, scope, key);
    if (!seen || runningByKey(instance, scope, key)) continue;
    if (!(await holdLease(keyValue, scope, seen.invocation, instance.id))) continue;
    // Its instance may have gone on with it since we looked.
    const entry = await readEntry(keyValue, scope, key);
    const context = { ...service, traceparent: entry?.replyTo?.traceparent ?? null };
    if (entry && isEnded(entry)) await publishEnding(context, scope, entry, { isJournaled: true, sendsFinalFrame: true });
    // A repeat noted it again while it was being marked done.
    if (entry?.state === 'done') await forgetUnfinished(keyValue, scope, entry);
    // Looked at again after each wait: a request may have begun to run it here, and would be overwritten.
    if (entry?.state !== 'running' || !entry.request || runningByKey(instance, scope, key)) continue;
    const next = await takeOver(keyValue, scope, entry);
    if (runningByKey(instance, scope, key)) continue;
    log.warn({ invocation_id: entry.invocation.invocationId }, 'an invocation that was left is taken up');
    const running = startInvocation(context, instance, scope, next, entry.request, tools, true, 'elsewhere');
    const onStop = () => running.leave(new OperationError('unavailable', 'The service is stopping; ask again'));
    signal.addEventListener('abort', onStop, { once: true });
    taken.push(running.over.finally(() => signal.removeEventListener('abort', onStop)));
  }
  await Promise.allSettled(taken);
}
