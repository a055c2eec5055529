import type { ServiceContext } from '@agent-mem/service-kit';
import type { Config } from './config.ts';
import { publishEnding } from './end-invocation.ts';
import { type Instance, runningByKey } from './instance.ts';
import { readEntry } from './journal/entries.ts';
import { isEnded } from './journal/journal-entry.ts';
import { notePending, pendingInvocations } from './journal/pending.ts';
import { forgetUnfinished, holdLease, releaseLease, unfinishedRuns } from './journal/unfinished.ts';
import { requestsBy } from './places/places.ts';

/** Ends the invocations whose instance has died behind their last step, and has the others wait for a place of any process, which goes on after their last journaled step. */
export async function finishInvocations(service: ServiceContext<Config, Instance>): Promise<void> {
  const { keyValue, log, signal, state: instance } = service;
  const pending = new Set((await pendingInvocations(keyValue)).map(({ invocationId }) => invocationId));
  for await (const { scope, id, run: key } of unfinishedRuns(keyValue)) {
    if (signal.aborted) break;
    const isHere = () => runningByKey(instance, scope, key) !== null || requestsBy(instance.places, scope, id).length > 0;
    if (pending.has(id) || isHere()) continue;
    const seen = await readEntry(keyValue, scope, key);
    if (!seen || isHere()) continue;
    if (!(await holdLease(keyValue, scope, seen.invocation, instance.id))) continue;
    // Its instance may have gone on with it since we looked.
    const entry = await readEntry(keyValue, scope, key);
    const context = { ...service, traceparent: entry?.replyTo?.traceparent ?? null };
    if (entry && isEnded(entry)) await publishEnding(context, scope, entry, { isJournaled: true, sendsFinalFrame: true });
    // A repeat noted it again while it was being marked done.
    if (entry?.state === 'done') await forgetUnfinished(keyValue, scope, entry);
    // Looked at again after each wait: a request may have begun to run it here, under the same lease.
    if (entry?.state !== 'running' || isHere()) continue;
    log.warn({ invocation_id: id }, 'an invocation of an ended process is continued');
    await notePending(keyValue, scope, entry.invocation, { key, deadline: null });
    if (isHere()) continue;
    await releaseLease(keyValue, scope, entry.invocation, instance.id);
  }
}
