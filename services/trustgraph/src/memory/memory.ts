import {
  appendInvocation,
  type Capture,
  completedEvent,
  createCapture,
  createWorkingMemory,
  emptyTier,
  errorOfEnding,
  loopMemoryTools,
  memoryRules,
  noMemory,
  plainText,
  type RecalledMemory,
  recallMemory,
  receiptIdOf,
  receiptOf,
  type StepRecord,
  type Tool,
  type WorkingMemory,
} from '@agent-mem/agent-loop';
import { limits, neverAborted, type OperationError, type ReceiptTier } from '@agent-mem/contract';
import { memoryTool } from '@agent-mem/memory-tools';
import type { RuleSource } from '@agent-mem/policy';
import { completePolicy, screenEvent } from '@agent-mem/policy';
import { withinMs } from '@agent-mem/runtime';
import type { AgentRequest } from '@agent-mem/trustgraph';
import type { FlowContext } from '../flow-context.ts';
import type { FlowRun } from '../flows/flow-run.ts';
import type { CarriedMemory } from '../steps/carried.ts';
import { leaveEvent } from './memory-outbox.ts';
import { canonicalInvocationId, noteAnswered } from './memory-repeat.ts';

/** How a run has ended. */
export type FlowRunEnding =
  | { readonly answer: string; readonly thought: string; readonly cutShort: string | null }
  | { readonly error: OperationError };

/** What one step of a run has of memory, and leaves to it. */
export interface FlowRunMemory {
  /** Memory is on: without it the agent asks its model as TrustGraph's own do. */
  readonly isOn: boolean;
  readonly recalled: RecalledMemory;
  readonly workingMemory: WorkingMemory;
  readonly capture: Capture;
  /** By which the model uses memory itself. */
  readonly tools: readonly Tool[];
  /** What is to travel to the next step, given what this one was shown of its trace; `null`: nothing. */
  carried(trace: ReceiptTier): CarriedMemory | null;
  /** Resolves when what memory is to learn of the run cannot be lost any more. Idempotent. Never rejects: the answer is not held up. */
  ended(ending: FlowRunEnding, records: readonly StepRecord[]): Promise<void>;
}

/** What memory is opened with. */
export interface FlowRunMemoryOptions {
  readonly flowRun: FlowRun;
  /** As it came. */
  readonly question: AgentRequest;
  readonly processorId: string;
  readonly rules: RuleSource;
  readonly signal: AbortSignal;
}

/** How long a question waits to learn whether it is a repeat. */
const patienceMs = 300;

/** Opens memory for one step: what the first step has recalled is carried, and recalled again only where it was lost on the way. */
export async function openFlowRunMemory(context: FlowContext, options: FlowRunMemoryOptions): Promise<FlowRunMemory> {
  const { config, log, metrics } = context;
  const { flowRun, question, processorId } = options;
  const { scope, invocation, request } = flowRun;
  const mode = config.TRUSTGRAPH_MEMORY_MODE;
  const carried = mode === 'off' ? null : flowRun.carried.memory;
  const known = mode === 'off' ? null : (carried ?? (await recalledNow(context, options)));
  const isOn = known !== null && known.rules.memory === 'on';
  const writes = isOn && mode !== 'read' && !flowRun.isSubagent;
  const recalled = isOn ? known.recalled : noMemory('memory is off for this flow');
  if (isOn && carried === null) reportAway(context, recalled, invocation.invocationId, processorId);
  const usesTrace = isOn && !known.isTraceAway;
  const policy = usesTrace && writes ? completePolicy(known.rules) : null;
  const capture = createCapture(context, scope, invocation, { policy, agentId: processorId });
  return {
    isOn,
    recalled,
    workingMemory: createWorkingMemory(context, {
      scope,
      invocation,
      question: plainText(question.question),
      usesService: usesTrace,
      capture,
    }),
    capture,
    tools: isOn ? loopMemoryTools(context).filter(({ name }) => writes || memoryTool(name)?.access !== 'writes') : [],
    carried(trace) {
      if (known === null) return null;
      const isLostNow = isOn && !known.isTraceAway && trace.error !== null;
      if (isLostNow) metrics.flowRun.memoryAway(processorId, 'working-memory');
      return { ...known, isTraceAway: known.isTraceAway || isLostNow };
    },
    async ended(ending, records) {
      if (!writes) return;
      const canonical = { ...invocation, invocationId: known.toldAs };
      const receipt = receiptOf({
        id: receiptIdOf(canonical),
        operation: 'agent.Invoke',
        // What the trace was shown of is gone with its steps.
        tiers: { profile: null, ...recalled.tiers, working_memory: emptyTier },
        ms: recalled.ms,
        at: context.clock.now(),
      });
      const noted = { receipt, query: request.question, conversationId: invocation.conversationId };
      context.receipts.note(scope, noted, config.RECEIPT_TTL_DAYS);
      const metadata = { ...request.metadata, ...(mode === 'full' ? {} : { conversation_end: 'never' }) };
      const asked = { ...request, metadata, question: await storedQuestion(plainText(question.question), capture) };
      const event = completedEvent(canonical, asked, {
        answer: 'answer' in ending ? ending.answer : '',
        thought: 'answer' in ending ? ending.thought : '',
        error: errorOfEnding(ending),
        at: new Date(context.clock.now()).toISOString(),
        records,
        injectedIds: [...new Set([...recalled.ids, ...records.flatMap(({ recalledIds }) => recalledIds)])],
        receiptId: receipt.id,
        extractFacts: config.ENABLE_AUTO_FACT_EXTRACTION,
        recordEpisode: config.ENABLE_EPISODE_RECORDING,
        flow: flowRun.flow,
      });
      try {
        const { thing, found } = screenEvent(event, completePolicy(known.rules));
        for (const { kind, action, count } of found) metrics.sensitive(kind, action, count);
        await leaveEvent(context, scope, thing);
        if (recalled.tiers.conversation.error === null) await appendInvocation(context, scope, thing);
      } catch (error) {
        metrics.flowRun.memoryAway(processorId, 'event');
        log.error(
          { invocation_id: invocation.invocationId, err: error },
          'the event of a run in a flow could not be stored; memory does not learn from it',
        );
      }
      await withinMs(context.clock, patienceMs, noteAnswered(context, scope, question, invocation.invocationId)).catch(
        () => undefined,
      );
    },
  };
}

/** What a conversation stores of a question: all of it, or, where a message cannot hold it, the reference to it with its head and tail. */
async function storedQuestion(question: string, capture: Capture): Promise<string> {
  if (Buffer.byteLength(question) <= limits.textBytes) return question;
  const message = { output: { content: question }, kind: 'user_message', description: 'user message' };
  return await capture.hold({ ...message, succeeded: true, repeatKey: 'question' }, neverAborted);
}

/** What a question has of memory when it comes. Rejects with the signal's reason alone. */
async function recalledNow(context: FlowContext, options: FlowRunMemoryOptions): Promise<CarriedMemory> {
  const { flowRun, question, rules, signal } = options;
  const { scope, invocation, request } = flowRun;
  const own = invocation.invocationId;
  const [recalled, set, canonicalId] = await Promise.all([
    recallMemory(context, scope, invocation, request, signal),
    memoryRules(context, rules, scope, invocation.conversationId, signal),
    // Only the question itself may be a repeat: a step that lost what it carried is none.
    question.history.length > 0
      ? own
      : withinMs(context.clock, patienceMs, canonicalInvocationId(context, scope, question, own)).catch(() => own),
  ]);
  return { recalled, rules: set, toldAs: canonicalId, isTraceAway: false };
}

/** Says, once for a question, what it had to do without. */
function reportAway({ log, metrics }: FlowContext, { tiers }: RecalledMemory, invocationId: string, processorId: string): void {
  const away = Object.entries(tiers).filter(([, { error }]) => error !== null);
  for (const [tier] of away) metrics.flowRun.memoryAway(processorId, tier);
  const errors = Object.fromEntries(away.map(([tier, { error }]) => [tier, error]));
  if (away.length > 0)
    log.warn({ invocation_id: invocationId, ...errors }, 'a question of a flow is answered without parts of memory');
}
