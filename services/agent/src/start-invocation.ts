import type { ToolOrigin } from '@agent-mem/agent-loop';
import { type AgentRequest, noLongerNeeded, OperationError, type Scope } from '@agent-mem/contract';
import type { AgentContext } from './agent-context.ts';
import { createFrameLog } from './frame-log.ts';
import { cancelledByCaller, type Instance, type RunningInvocation } from './instance.ts';
import { isCancelNoted } from './journal/cancels.ts';
import { noteWell } from './journal/entries.ts';
import type { JournalEntry } from './journal/journal-entry.ts';
import { holdLease, leaseTtlMs, releaseLease } from './journal/unfinished.ts';
import { type Place, requestsBy } from './places/places.ts';
import { runInvocation } from './run-invocation.ts';
import { remoteCaller, sendToCaller } from './send-to-caller.ts';

/** What is started. */
export interface StartOptions {
  readonly scope: Scope;
  readonly entry: JournalEntry;
  readonly request: AgentRequest;
  readonly tools: readonly ToolOrigin[];
  readonly isJournaled: boolean;
  /** The caller follows it here, or has asked an instance elsewhere: then this one sends the frames. */
  readonly asked: 'here' | 'elsewhere';
  /** It is given back when the run is over; `null`: the run only comes to its end, and needs none. */
  readonly place: Place | null;
}

/**
 * Begins to run an invocation in the background; requests follow its frames. A journaled invocation runs under a lease, which the instance must hold already.
 */
export function startInvocation(context: AgentContext, instance: Instance, options: StartOptions): RunningInvocation {
  const { scope, entry, request, tools, isJournaled, asked, place } = options;
  const { invocation } = entry;
  const frames = createFrameLog();
  const stopped = new AbortController();
  let isLeft = false;
  /** The caller has been sent an error that says to ask again. */
  let hasRefused = false;
  const running: RunningInvocation = {
    scope,
    invocation,
    key: entry.key,
    requestHash: entry.requestHash,
    isJournaled,
    frames,
    end: (reason) => stopped.abort(reason),
    leave(reason) {
      isLeft ||= !stopped.signal.aborted && isJournaled;
      stopped.abort(reason);
    },
    over: run(),
  };
  instance.running.add(running);
  for (const waiting of requestsBy(instance.places, scope, invocation.invocationId)) waiting.look();

  async function run(): Promise<void> {
    const over = new AbortController();
    const caller = asked === 'elsewhere' ? remoteCaller(entry) : null;
    const sending = caller && sendToCaller(context, caller, frames, () => isLeft);
    watch(over.signal).catch((cause) => {
      if (!over.signal.aborted)
        context.log.error({ invocation_id: invocation.invocationId, err: cause }, 'a lease is not watched');
    });
    try {
      const leave = (reason: OperationError) => {
        hasRefused = true;
        running.leave(reason);
      };
      const how = { entry, request, isJournaled, tools, frames, signal: stopped.signal, leave, isLeft: () => isLeft };
      for await (const frame of runInvocation(context, scope, how)) {
        // A request from now on finds it in the journal.
        if (frame.end_of_dialog) instance.running.delete(running);
        // Another process may be the one that goes on with it.
        if (frame.type === 'waiting') await releaseLease(context.keyValue, scope, invocation, instance.id);
        frames.push(frame);
      }
    } finally {
      instance.running.delete(running);
      frames.close();
      over.abort(noLongerNeeded);
      await sending;
      place?.[Symbol.dispose]();
      if (isLeft) await giveBack();
    }
  }

  /** Leaves it to the next instance. An invocation that another instance has taken is not written. */
  async function giveBack(): Promise<void> {
    if (OperationError.from(stopped.signal.reason).type === 'aborted') return;
    await noteWell(context.keyValue, scope, asked === 'here' && hasRefused ? { ...entry, replyTo: null } : entry);
    await releaseLease(context.keyValue, scope, invocation, instance.id);
  }

  /** Renews the lease, and looks whether another process received a Cancel. */
  async function watch(over: AbortSignal): Promise<void> {
    for (;;) {
      await context.clock.sleep(leaseTtlMs / 3, over);
      if (isJournaled && !(await holdLease(context.keyValue, scope, invocation, instance.id)))
        running.leave(new OperationError('aborted', 'Another instance has taken the invocation over; ask again'));
      if (await isCancelNoted(context.keyValue, scope, invocation)) running.end(cancelledByCaller());
    }
  }

  const over = running.over
    .catch((cause) => {
      context.log.error({ invocation_id: invocation.invocationId, err: cause }, 'an invocation was not closed properly');
    })
    .finally(() => instance.begun.delete(over));
  instance.begun.add(over);
  return running;
}
