import {
  appendInvocation,
  disabledTiers,
  type Frame,
  frame,
  type MadeReceipt,
  receiptIdOf,
  receiptOf,
} from '@agent-mem/agent-loop';
import { OperationError, type Scope } from '@agent-mem/contract';
import type { AgentContext } from './agent-context.ts';
import { type AgentRun, beginRun, type RunOptions } from './agent-run.ts';
import { closeEnded, type Ending, endedEntry, errorFrame, publishCompleted } from './end-invocation.ts';
import { byJournal, JournalAway } from './journal/by-journal.ts';
import { markWaiting, writeEnding } from './journal/entries.ts';
import { takeSteps } from './take-steps.ts';
import { storeWaiting } from './waiting/store-waiting.ts';

/**
 * Runs an invocation to its last frame, which comes exactly once, whatever happens.
 * Its event is published, durably, before that frame. What was journaled before a crash is not done again.
 */
export async function* runInvocation(service: AgentContext, scope: Scope, options: RunOptions): AsyncGenerator<Frame, void> {
  const run = beginRun(service, scope, options);
  const ending = yield* takeToEnd(run);
  if (ending === null) return;
  const receipt = receiptOfRun(run);
  if (options.isLeft()) {
    yield failureFrame(run, receipt, OperationError.from(options.signal.reason));
    return;
  }
  if (options.request.streaming && 'answer' in ending && !ending.isStreamed) yield frame('answer', ending.answer, false);
  yield await storeEnding(run, ending, receipt);
}

/** Takes steps until the invocation ends, in an error too; `null`: it waits, as its last frame says. */
async function* takeToEnd(run: AgentRun): AsyncGenerator<Frame, Ending | null> {
  const { context, scope, options, progress } = run;
  const { entry, isJournaled } = options;
  const { invocationId: invocation_id } = entry.invocation;
  try {
    const outcome = yield* takeSteps(run);
    if (!('begun' in outcome)) return outcome;
    const { records: steps, request, usage } = progress;
    const waiting = await byJournal(storeWaiting(context, scope, { entry, request, steps, begun: outcome.begun, usage }));
    if (isJournaled) await byJournal(markWaiting(context.keyValue, scope, entry, waiting));
    context.log.info({ invocation_id, steps: steps.length }, 'an invocation waits');
    yield waiting;
    return null;
  } catch (cause) {
    const error = OperationError.from(cause instanceof JournalAway ? cause.cause : cause);
    // An error that says to ask again must not be what every repeat is answered.
    if (cause instanceof JournalAway) options.leave(error);
    if (error.type === 'internal') context.log.error({ invocation_id, err: cause }, 'an invocation failed');
    return { error, said: progress.said };
  }
}

function receiptOfRun({ context, options, progress: { memory, tier } }: AgentRun): MadeReceipt {
  const tiers = { profile: null, ...memory.tiers, working_memory: tier };
  return receiptOf({
    id: receiptIdOf(options.entry.invocation),
    operation: 'agent.Invoke',
    tiers: context.memoryIsOff ? disabledTiers(tiers) : tiers,
    ms: memory.ms,
    at: context.clock.now(),
  });
}

/** A last frame that is no part of what is stored: a repeat may be answered better. */
function failureFrame({ options, progress }: AgentRun, receipt: MadeReceipt, error: OperationError): Frame {
  return { ...errorFrame(options.entry.invocation, receipt, error), usage: [...progress.usage] };
}

/** Stores how the invocation ended, and tells the services. Answers its last frame. Never rejects. */
async function storeEnding(run: AgentRun, ending: Ending, receipt: MadeReceipt): Promise<Frame> {
  const { context, scope, options, progress } = run;
  const { config, keyValue, log } = context;
  const { entry, isJournaled } = options;
  const { invocationId: invocation_id, conversationId } = entry.invocation;
  const framesSent = isJournaled ? await options.frames.framesSent(context.clock) : 0;
  const { memory, records, request, usage, usesMemory, workingMemory } = progress;
  const known = { entry, request, ending, records, injectedIds: memory.ids, receipt, usesMemory, usage, framesSent };
  const ended = endedEntry(context, known);
  let last = ended.frame;
  try {
    // First how it ended, then the event: an instance that goes on after a crash sends the same.
    if (isJournaled) await writeEnding(keyValue, scope, ended);
    // The answer does not wait for it: behind a compression under way that would be seconds, and a trace runs out by itself.
    void workingMemory.discard();
    await publishCompleted(context, ended);
    // Conversations that were away at the beginning are not waited for again.
    const appended = ended.event && memory.tiers.conversation.error === null && appendInvocation(context, scope, ended.event);
    await Promise.all([closeEnded(context, scope, ended, { isJournaled, sendsFinalFrame: false }), appended]);
  } catch (cause) {
    log.error({ invocation_id, err: cause }, 'the end of an invocation could not be stored');
    const why = cause instanceof OperationError ? ` (${cause.message})` : '';
    last = failureFrame(
      run,
      receipt,
      new OperationError('unavailable', `The answer could not be stored${why}; ask again`, { cause }),
    );
  }
  const noted = { receipt, query: options.request.question, conversationId };
  if (usesMemory) context.receipts.note(scope, noted, config.RECEIPT_TTL_DAYS);
  const outcome = 'error' in ending ? ending.error.type : ending.cutShort === null ? 'answer' : 'answer cut short';
  log.info({ invocation_id, steps: records.length, outcome }, 'an invocation ended');
  return last;
}
