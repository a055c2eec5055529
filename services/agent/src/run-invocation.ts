import {
  appendInvocation,
  type BegunTurn,
  type CalledTool,
  type Capture,
  captureHistory,
  createCapture,
  createWorkingMemory,
  disabledTiers,
  emptyTier,
  type Frame,
  frame,
  loopMemoryTools,
  noMemory,
  ownRules,
  type RecalledMemory,
  recallMemory,
  receiptIdOf,
  receiptOf,
  type StepRecord,
  type ToolOrigin,
  takeStep,
  type WorkingMemory,
} from '@agent-mem/agent-loop';
import { type AgentRequest, type ModelUsage, OperationError, type ReceiptTier, type Scope } from '@agent-mem/contract';
import { usageSum } from '@agent-mem/llm';
import { completePolicy } from '@agent-mem/policy';
import { promptsFrom } from '@agent-mem/service-kit';
import { trace } from '@opentelemetry/api';
import type { AgentContext } from './agent-context.ts';
import { type Ending, endedEntry, errorFrame, publishEnding } from './end-invocation.ts';
import type { FrameLog } from './frame-log.ts';
import { framesOfSteps } from './frames-again.ts';
import { cancelledByCaller } from './instance.ts';
import { isCancelNoted } from './journal/cancels.ts';
import { markWaiting, noteWell, writeEnding } from './journal/entries.ts';
import type { JournalEntry, Stop } from './journal/journal-entry.ts';
import { readSteps, readTurn, writeSteps, writeTurn } from './journal/steps.ts';
import { modelOf } from './model-of.ts';
import { askUser, callerTools } from './waiting/caller-tools.ts';
import { storeWaiting } from './waiting/store-waiting.ts';

/** How an invocation is run. */
export interface RunOptions {
  readonly entry: JournalEntry;
  readonly request: AgentRequest;
  /** Whether steps and ending are written down, so that another process can go on. */
  readonly isJournaled: boolean;
  /** Of this run: where it goes on, and how much of it was sent. */
  readonly frames: Pick<FrameLog, 'goOnAt' | 'framesSent'>;
  /** The project's own. */
  readonly tools: readonly ToolOrigin[];
  /** Aborted with an `OperationError`, which then ends the invocation. */
  readonly signal: AbortSignal;
  /** Leaves what is journaled for another run, which a repeat of the request begins. */
  leave(reason: OperationError): void;
  /** Whether it was only left by this process: then it has no ending here. */
  isLeft(): boolean;
}

/** How far an invocation has come. */
interface Progress {
  readonly records: StepRecord[];
  readonly workingMemory: WorkingMemory;
  readonly usesMemory: boolean;
  readonly capture: Capture;
  /** With the long observations of its history captured. */
  request: AgentRequest;
  memory: RecalledMemory;
  /** What models were asked so far, by runs before this one too. */
  usage: readonly ModelUsage[];
  /** What went out of an answer that is not whole yet. */
  said: string;
  /** Of the newest prompt. */
  tier: ReceiptTier;
}

/** A process that dies of an invocation must not do so for ever. */
const mostRuns = 5;

/**
 * Runs an invocation to its last frame, which comes exactly once, whatever happens.
 * Its event is published, durably, before that frame. What was journaled before a crash is not done again.
 */
export async function* runInvocation(service: AgentContext, scope: Scope, options: RunOptions): AsyncGenerator<Frame, void> {
  const context = {
    ...service,
    onUsage(usage: readonly ModelUsage[]) {
      progress.usage = usageSum(progress.usage, usage);
    },
    onToolCalled({ tool, source, outcome, ms, bytes }: CalledTool) {
      service.metrics.toolCalled(source, outcome, ms, bytes);
      const attributes = { 'gen_ai.tool.name': tool, 'agent_mem.source': source, 'agent_mem.outcome': outcome };
      trace.getActiveSpan()?.addEvent('tool.called', { ...attributes, 'agent_mem.ms': ms, 'agent_mem.bytes': bytes });
    },
    onAnswerPart(text: string) {
      progress.said += text;
    },
  };
  const { config, keyValue, log } = context;
  const { entry, request, isJournaled } = options;
  const { invocation } = entry;
  const memoryIsOff = context.memoryIsOff ?? false;
  const usesMemory = !memoryIsOff && (request.enable_memory ?? true);
  const capture = createCapture(context, scope, invocation, {
    policy: usesMemory ? completePolicy(entry) : null,
    agentId: 'agent',
  });
  const progress: Progress = {
    records: [],
    workingMemory: createWorkingMemory(context, scope, invocation, request, usesMemory, capture),
    usesMemory,
    capture,
    request,
    memory: noMemory(usesMemory ? 'the invocation ended before' : 'memory is off for this invocation'),
    tier: emptyTier,
    usage: [],
    said: '',
  };
  let ending: Ending;
  try {
    const outcome = yield* takeSteps(context, scope, options, progress);
    if ('begun' in outcome) {
      const { records: steps, usage } = progress;
      const waits = { entry, request: progress.request, steps, begun: outcome.begun, usage };
      const waiting = await byJournal(storeWaiting(context, scope, waits));
      if (isJournaled) await byJournal(markWaiting(keyValue, scope, entry, waiting));
      log.info({ invocation_id: invocation.invocationId, steps: steps.length }, 'an invocation waits');
      yield waiting;
      return;
    }
    ending = outcome;
  } catch (cause) {
    const error = OperationError.from(cause instanceof JournalAway ? cause.cause : cause);
    // An error that says to ask again must not be what every repeat is answered.
    if (cause instanceof JournalAway) options.leave(error);
    if (error.type === 'internal') log.error({ invocation_id: invocation.invocationId, err: cause }, 'an invocation failed');
    ending = { error, said: progress.said };
  }

  const { memory, records, tier, workingMemory } = progress;
  const tiers = { profile: null, ...memory.tiers, working_memory: tier };
  const receipt = receiptOf({
    id: receiptIdOf(invocation),
    operation: 'agent.Invoke',
    tiers: memoryIsOff ? disabledTiers(tiers) : tiers,
    ms: memory.ms,
    at: context.clock.now(),
  });
  if (options.isLeft()) {
    yield { ...errorFrame(invocation, receipt, OperationError.from(options.signal.reason)), usage: [...progress.usage] };
    return;
  }
  if (request.streaming && 'answer' in ending && !ending.isStreamed) yield frame('answer', ending.answer, false);
  const framesSent = isJournaled ? await options.frames.framesSent(context.clock) : 0;
  const ended = endedEntry(context, {
    entry,
    request: progress.request,
    ending,
    records,
    injectedIds: memory.ids,
    receipt,
    usesMemory,
    usage: progress.usage,
    framesSent,
  });
  let last = ended.frame;
  try {
    // First how it ended, then the event: an instance that goes on after a crash sends the same.
    if (isJournaled) await writeEnding(keyValue, scope, ended);
    // The answer does not wait for it: behind a compression under way that would be seconds, and a trace runs out by itself.
    void workingMemory.discard();
    await publishEnding(context, scope, ended, { isJournaled, sendsFinalFrame: false });
    // Conversations that were away at the beginning are not waited for again.
    if (ended.event && memory.tiers.conversation.error === null) await appendInvocation(context, scope, ended.event);
  } catch (cause) {
    log.error({ invocation_id: invocation.invocationId, err: cause }, 'the end of an invocation could not be kept');
    const error = new OperationError('unavailable', 'The answer could not be kept; ask again', { cause });
    last = { ...errorFrame(invocation, receipt, error), usage: [...progress.usage] };
  }
  if (usesMemory) {
    const noted = { receipt, query: request.question, conversationId: invocation.conversationId };
    context.receipts.note(scope, noted, config.RECEIPT_TTL_DAYS);
  }
  const outcome = 'error' in ending ? ending.error.type : 'answer';
  log.info({ invocation_id: invocation.invocationId, steps: records.length, outcome }, 'an invocation ended');
  yield last;
}

/** Goes on from the steps that were journaled, until one is an answer. */
async function* takeSteps(
  context: AgentContext,
  scope: Scope,
  options: RunOptions,
  progress: Progress,
): AsyncGenerator<Frame, Ending | { readonly begun: BegunTurn }> {
  const { clock, keyValue, config } = context;
  const { entry, isJournaled, signal, frames } = options;
  const { invocation } = entry;
  const { capture, records, usesMemory, workingMemory } = progress;
  if (entry.runs > mostRuns)
    throw new OperationError('internal', `The invocation was begun ${mostRuns} times and got no further`);
  const prompts = await promptsFrom(config.PROMPTS_FILE);
  if (isJournaled) {
    const steps = await byJournal(readSteps(keyValue, scope, entry));
    records.push(...steps);
    const sinceItWaited = steps.slice(entry.resumed?.steps.length ?? 0);
    frames.goOnAt(steps.at(-1)?.told ?? 0, framesOfSteps(sinceItWaited));
    progress.usage = usageSum(progress.usage, steps.at(-1)?.usage ?? []);
  }
  if (entry.resumed?.stop) throw stopped(entry.resumed.stop);
  signal.throwIfAborted();
  progress.request = await captureHistory(options.request, capture, signal);
  const { request } = progress;
  if (usesMemory) progress.memory = await recallMemory(context, scope, invocation, request, signal);
  const mayWait = request.may_wait && usesMemory;
  const waitingTools = mayWait ? [...(config.ENABLE_TOOL_ASK_USER ? [askUser] : []), ...callerTools(request)] : [];
  const tools = [...(usesMemory ? loopMemoryTools(context) : []), ...options.tools, ...waitingTools];
  const run = {
    context: { ...context, chatModel: modelOf(context, request) },
    scope,
    invocation,
    request,
    tools,
    prompts,
    memory: progress.memory,
    usesMemory,
    workingMemory,
    capture,
    signal,
    rules: ownRules,
    mayWait,
    async writeTurn(begun: BegunTurn) {
      if (isJournaled)
        await byJournal(writeTurn(keyValue, scope, entry, { position: records.length, begun, usage: progress.usage }));
    },
  };
  let isFirst = true;
  let isWell = !isJournaled || entry.runs <= 1;
  for (;;) {
    signal.throwIfAborted();
    if (await byJournal(isCancelNoted(keyValue, scope, invocation))) throw cancelledByCaller();
    const written = isFirst && isJournaled ? await byJournal(readTurn(keyValue, scope, entry, records.length)) : null;
    isFirst = false;
    if (written) progress.usage = written.usage;
    const outcome = yield* takeStep(run, records, written?.begun);
    progress.tier = outcome.tier;
    if (outcome.kind === 'answer') return outcome;
    if (outcome.kind === 'waiting') return outcome;
    if (isJournaled) {
      const told = await frames.framesSent(clock);
      const steps = outcome.records.map((record) => ({ ...record, told, usage: progress.usage }));
      await byJournal(writeSteps(keyValue, scope, entry, steps, records.length));
    }
    if (!isWell) await byJournal(noteWell(keyValue, scope, entry));
    isWell = true;
    records.push(...outcome.records);
  }
}

/** How a run ends that was not decided on. */
function stopped(stop: Stop): OperationError {
  if (stop === 'cancelled') return cancelledByCaller();
  const sentence = 'The run waited for longer than WAIT_TTL_DAYS and nobody decided on it';
  return new OperationError('deadline-exceeded', sentence, { retryable: false });
}

/** The journal cannot be had for now; its error is the cause. */
class JournalAway extends Error {}

async function byJournal<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (cause) {
    throw OperationError.from(cause).retryable ? new JournalAway('The journal cannot be had', { cause }) : cause;
  }
}
