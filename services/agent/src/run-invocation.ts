import { type AgentRequest, OperationError, type ReceiptTier, type Scope } from '@agent-mem/contract';
import { publishEvent } from '@agent-mem/messaging';
import { promptsFrom } from '@agent-mem/service-kit';
import type { AgentContext } from './agent-context.ts';
import { completedEvent } from './domain/completed-event.ts';
import { receiptIdOf } from './domain/invocation.ts';
import { emptyTier, receiptOf } from './domain/receipt.ts';
import { recordsOfHistory, type StepRecord } from './domain/step-record.ts';
import { type Frame, frame } from './frame.ts';
import { cancelledByCaller } from './instance.ts';
import { forgetSteps, isCancelNoted, type JournalEntry, readSteps, writeEntry, writeStep } from './journal.ts';
import type { Run } from './loop/run.ts';
import { takeStep } from './loop/take-step.ts';
import { noMemory, type RecalledMemory, recallMemory } from './memory/recalled-memory.ts';
import { createWorkingMemory } from './memory/working-memory.ts';
import type { Tool } from './tool.ts';
import { memoryTools } from './tools/memory-tools.ts';

/** How an invocation is run. */
export interface RunOptions {
  readonly entry: JournalEntry;
  readonly request: AgentRequest;
  /** Whether steps and ending are written down, so that another process can go on. */
  readonly isJournaled: boolean;
  /** The project's own. */
  readonly tools: readonly Tool[];
  /** Aborted with an `OperationError`, which then ends the invocation. */
  readonly signal: AbortSignal;
  /** Whether it was only left by this process: then it has no ending here. */
  isLeft(): boolean;
}

/** A process that dies of an invocation must not do so for ever. */
const mostRuns = 5;
const off = 'memory is off for this invocation';

/**
 * Runs an invocation to its last frame, which comes exactly once, whatever happens.
 * Its event is published, durably, before that frame. What was journaled before a crash is not done again.
 */
export async function* runInvocation(context: AgentContext, scope: Scope, options: RunOptions): AsyncGenerator<Frame, void> {
  const { keyValue, config, clock, log } = context;
  const { entry, request, isJournaled, signal } = options;
  const { invocation } = entry;
  const usesMemory = request.enable_memory ?? true;
  const workingMemory = createWorkingMemory(context, scope, invocation, request, usesMemory);
  const records: StepRecord[] = [];
  let memory: RecalledMemory = noMemory(off);
  let tier: ReceiptTier = emptyTier;
  let ending: { readonly answer: string; readonly isShown: boolean } | OperationError;

  try {
    if (entry.runs >= mostRuns)
      throw new OperationError('internal', `The invocation was begun ${entry.runs} times and never ended`);
    const prompts = await promptsFrom(config.PROMPTS_FILE);
    if (isJournaled) {
      await writeEntry(keyValue, scope, { ...entry, runs: entry.runs + 1 });
      records.push(...(await readSteps(keyValue, scope, invocation)));
    }
    if (usesMemory) memory = await recallMemory(context, scope, invocation, request, signal);
    const tools = [...(usesMemory ? memoryTools(context) : []), ...options.tools];
    const run: Run = { context, scope, invocation, request, tools, prompts, memory, workingMemory, signal };
    for (;;) {
      signal.throwIfAborted();
      if (await isCancelNoted(keyValue, scope, invocation)) throw cancelledByCaller();
      const outcome = yield* takeStep(run, records);
      tier = outcome.tier;
      if (outcome.kind === 'answer') {
        ending = outcome;
        break;
      }
      if (isJournaled) await writeStep(keyValue, scope, invocation, outcome.record, records.length);
      records.push(outcome.record);
    }
  } catch (cause) {
    ending = OperationError.from(cause);
    if (ending.type === 'internal') log.error({ invocation_id: invocation.invocationId, err: cause }, 'an invocation failed');
  }

  const receipt = receiptOf(invocation, { ...memory.tiers, working_memory: tier }, memory.ms);
  const ids = {
    invocation_id: invocation.invocationId,
    conversation_id: invocation.conversationId,
    receipt,
  };
  const errorFrame = (error: OperationError): Frame => ({
    ...frame('error', error.message),
    ...ids,
    end_of_dialog: true,
    error: error.toWire(),
  });
  if (options.isLeft()) {
    yield errorFrame(ending instanceof OperationError ? ending : OperationError.from(signal.reason));
    return;
  }

  const failure = ending instanceof OperationError ? ending : null;
  const answer = ending instanceof OperationError ? '' : ending.answer;
  const isStreamed = request.streaming && failure === null;
  const last: Frame = failure
    ? errorFrame(failure)
    : { ...frame('answer', isStreamed ? '' : answer), ...ids, end_of_dialog: true, answer };
  if (isStreamed && !(ending instanceof OperationError) && !ending.isShown) yield frame('answer', answer, false);

  const event = usesMemory
    ? completedEvent(invocation, request, {
        answer,
        error: failure?.message ?? null,
        at: new Date(clock.now()).toISOString(),
        records: [...recordsOfHistory(request), ...records],
        injectedIds: [...new Set([...memory.ids, ...records.flatMap(({ recalledIds }) => recalledIds)])],
        receiptId: receiptIdOf(invocation),
        extractFacts: config.ENABLE_AUTO_FACT_EXTRACTION,
        recordEpisode: config.ENABLE_EPISODE_RECORDING,
      })
    : null;
  const ended: JournalEntry = { ...entry, state: 'ended', frame: last, event };
  let told: Frame = last;
  try {
    // First what has become of it, then the event: a repeat after a crash tells the same.
    if (isJournaled) await writeEntry(keyValue, scope, ended);
    await tellEnding(context, scope, ended, isJournaled);
  } catch (cause) {
    log.error({ invocation_id: invocation.invocationId, err: cause }, 'the end of an invocation could not be kept');
    told = errorFrame(new OperationError('unavailable', 'The answer could not be kept; ask again', { cause }));
  }
  log.info(
    { invocation_id: invocation.invocationId, steps: records.length, error: failure?.type ?? null },
    'an invocation ended',
  );
  yield told;
  await workingMemory.discard();
}

/** Publishes the event of an invocation that has ended, and marks it done. */
export async function tellEnding(
  { bus, keyValue }: AgentContext,
  scope: Scope,
  ended: JournalEntry,
  isJournaled: boolean,
): Promise<void> {
  if (ended.event) await publishEvent(bus, ended.event);
  if (!isJournaled) return;
  await writeEntry(keyValue, scope, { ...ended, state: 'done', request: null, event: null });
  await forgetSteps(keyValue, scope, ended.invocation);
}
