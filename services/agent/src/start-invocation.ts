import type { Tool } from '@agent-mem/agent-loop';
import { type AgentRequest, OperationError, type Scope } from '@agent-mem/contract';
import type { AgentContext } from './agent-context.ts';
import { createFrameLog } from './frame-log.ts';
import { cancelledByCaller, type Instance, type RunningInvocation } from './instance.ts';
import { holdLease, isCancelNoted, type JournalEntry, leaseTtlMs, noteWell, releaseLease } from './journal.ts';
import { runInvocation } from './run-invocation.ts';
import { sendToCaller } from './send-to-caller.ts';

/**
 * Begins to run an invocation in the background; who wants its frames follows them. What is journaled is run under a lease, which must be held already.
 * Who asked follows it `here`, or asked an instance `elsewhere` that is gone, and is told by this one.
 */
export function startInvocation(
  context: AgentContext,
  instance: Instance,
  scope: Scope,
  entry: JournalEntry,
  request: AgentRequest,
  tools: readonly Tool[],
  isJournaled: boolean,
  asked: 'here' | 'elsewhere',
): RunningInvocation {
  const { invocation } = entry;
  const frames = createFrameLog();
  const stopped = new AbortController();
  let isLeft = false;
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

  async function run(): Promise<void> {
    const over = new AbortController();
    const sending = asked === 'elsewhere' && entry.replyTo ? sendToCaller(context, entry.replyTo, frames, () => isLeft) : null;
    watch(over.signal).catch((cause) => {
      if (!over.signal.aborted)
        context.log.error({ invocation_id: invocation.invocationId, err: cause }, 'a lease is not watched');
    });
    try {
      const leave = (reason: OperationError) => running.leave(reason);
      const options = { entry, request, isJournaled, tools, frames, signal: stopped.signal, leave, isLeft: () => isLeft };
      for await (const frame of runInvocation(context, scope, options)) {
        // Who asks from now on finds it in the journal.
        if (frame.end_of_dialog) instance.running.delete(running);
        frames.push(frame);
      }
    } finally {
      instance.running.delete(running);
      frames.close();
      over.abort();
      await sending;
      if (isLeft) await giveBack();
    }
  }

  /** For whoever goes on with it. What was taken from us is not ours to write. */
  async function giveBack(): Promise<void> {
    if (OperationError.from(stopped.signal.reason).type === 'aborted') return;
    // Who asked here has been told that it ends.
    await noteWell(context.keyValue, scope, asked === 'here' ? { ...entry, replyTo: null } : entry);
    await releaseLease(context.keyValue, scope, invocation, instance.id);
  }

  /** Keeps the lease, and looks whether another process was told to cancel. */
  async function watch(over: AbortSignal): Promise<void> {
    for (;;) {
      await context.clock.sleep(leaseTtlMs / 3, over);
      if (isJournaled && !(await holdLease(context.keyValue, scope, invocation, instance.id)))
        running.leave(new OperationError('aborted', 'Another instance has taken the invocation over; ask again'));
      if (await isCancelNoted(context.keyValue, scope, invocation)) running.end(cancelledByCaller());
    }
  }

  running.over.catch((cause) => {
    context.log.error({ invocation_id: invocation.invocationId, err: cause }, 'an invocation was not closed properly');
  });
  return running;
}
