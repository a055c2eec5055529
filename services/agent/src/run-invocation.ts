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
  type LoopContext,
  loopMemoryTools,
  type MadeReceipt,
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

/** A run of an invocation on its way. */
interface AgentRun {
  readonly context: AgentContext & LoopContext;
  readonly scope: Scope;
  readonly options: RunOptions;
  readonly progress: Progress;
}

/** A process that dies of an invocation must not do so for ever. */
const mostRuns = 5;

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

function beginRun(service: AgentContext, scope: Scope, options: RunOptions): AgentRun {
  const { entry, request } = options;
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
  const usesMemory = !service.memoryIsOff && (request.enable_memory ?? true);
  const policy = usesMemory ? completePolicy(entry) : null;
  const capture = createCapture(context, scope, entry.invocation, { policy, agentId: 'agent' });
  const progress: Progress = {
    records: [],
    workingMemory: createWorkingMemory(context, scope, entry.invocation, request, usesMemory, capture),
    usesMemory,
    capture,
    request,
    memory: noMemory(usesMemory ? 'the invocation ended before' : 'memory is off for this invocation'),
    tier: emptyTier,
    usage: [],
    said: '',
  };
  return { context, scope, options, progress };
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
    await publishEnding(context, scope, ended, { isJournaled, sendsFinalFrame: false });
    // Conversations that were away at the beginning are not waited for again.
    if (ended.event && memory.tiers.conversation.error === null) await appendInvocation(context, scope, ended.event);
  } catch (cause) {
    log.error({ invocation_id, err: cause }, 'the end of an invocation could not be kept');
    last = failureFrame(run, receipt, new OperationError('unavailable', 'The answer could not be kept; ask again', { cause }));
  }
  const noted = { receipt, query: options.request.question, conversationId };
  if (usesMemory) context.receipts.note(scope, noted, config.RECEIPT_TTL_DAYS);
  const outcome = 'error' in ending ? ending.error.type : 'answer';
  log.info({ invocation_id, steps: records.length, outcome }, 'an invocation ended');
  return last;
}

/** Goes on from the steps that were journaled, until one is an answer. */
async function* takeSteps({
  context,
  scope,
  options,
  progress,
}: AgentRun): AsyncGenerator<Frame, Ending | { readonly begun: BegunTurn }> {
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
    if (outcome.kind !== 'step') return outcome;
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
