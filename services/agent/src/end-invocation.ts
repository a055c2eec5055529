import {
  completedEvent,
  errorOfEnding,
  type Frame,
  frame,
  type Invocation,
  recordsOfHistory,
  type StepRecord,
} from '@agent-mem/agent-loop';
import { type AgentRequest, hourMs, type ModelUsage, type OperationError, type Receipt, type Scope } from '@agent-mem/contract';
import { publishEvent } from '@agent-mem/messaging';
import { completePolicy, screenEvent } from '@agent-mem/policy';
import type { AgentContext } from './agent-context.ts';
import { markDone } from './journal/entries.ts';
import type { EndedEntry, JournalEntry } from './journal/journal-entry.ts';
import { writeTrace } from './journal/traces.ts';
import { remoteCaller, sendFrame } from './send-to-caller.ts';
import { storeEnded } from './waiting/store-waiting.ts';

/** How an invocation ended: in an answer or in an error. A part of the answer may have gone out in frames. */
export type Ending =
  | { readonly answer: string; readonly thought: string; readonly isStreamed: boolean; readonly cutShort: string | null }
  | { readonly error: OperationError /** The part of an answer that went out before. */; readonly said: string };

/** What is known of an invocation at its end. */
export interface Ended {
  readonly entry: JournalEntry;
  readonly request: AgentRequest;
  readonly ending: Ending;
  readonly records: readonly StepRecord[];
  /** Ids of the memory that was in the context from the beginning. */
  readonly injectedIds: readonly string[];
  readonly receipt: Receipt;
  readonly usesMemory: boolean;
  readonly usage: readonly ModelUsage[];
  /** How many frames the caller had been sent, at least. */
  readonly framesSent: number;
}

/** The ended invocation as the journal keeps it, with its last frame and its event. */
export function endedEntry(context: Pick<AgentContext, 'clock' | 'config' | 'metrics'>, ended: Ended): EndedEntry {
  const { clock, config, metrics } = context;
  const { entry, request, ending, records, receipt } = ended;
  const { invocation } = entry;
  const event = ended.usesMemory
    ? completedEvent(invocation, request, {
        answer: 'error' in ending ? ending.said : ending.answer,
        thought: 'error' in ending ? '' : ending.thought,
        error: errorOfEnding(ending),
        at: new Date(clock.now()).toISOString(),
        records: [...recordsOfHistory(request), ...records],
        injectedIds: [...new Set([...ended.injectedIds, ...records.flatMap(({ recalledIds }) => recalledIds)])],
        receiptId: receipt.id,
        extractFacts: config.ENABLE_AUTO_FACT_EXTRACTION,
        recordEpisode: config.ENABLE_EPISODE_RECORDING,
      })
    : null;
  const screened = event ? screenEvent(event, completePolicy(entry)) : { thing: null, found: [] };
  for (const { kind, action, count } of screened.found) metrics.sensitive(kind, action, count);
  const last =
    'error' in ending ? errorFrame(invocation, receipt, ending.error) : answerFrame(invocation, receipt, ended, ending);
  const finalFrame = { ...last, sensitive: [...screened.found], usage: [...ended.usage] };
  const thought = 'error' in ending ? '' : ending.thought;
  return { ...entry, state: 'ended', frame: finalFrame, thought, told: ended.framesSent, event: screened.thing };
}

/** A last frame that says why there is no answer. */
export function errorFrame(invocation: Invocation, receipt: Receipt, error: OperationError): Frame {
  return { ...lastFrame(invocation, receipt, frame('error', error.message)), error: error.toWire() };
}

/** When streaming, the answer's text has gone out before. */
function answerFrame(
  invocation: Invocation,
  receipt: Receipt,
  { request }: Ended,
  { answer, cutShort }: Extract<Ending, { readonly answer: string }>,
): Frame {
  const last = { ...lastFrame(invocation, receipt, frame('answer', request.streaming ? '' : answer)), answer };
  return cutShort === null ? last : { ...last, cut_short: true };
}

function lastFrame({ invocationId, conversationId }: Invocation, receipt: Receipt, content: Frame): Frame {
  return { ...content, end_of_dialog: true, invocation_id: invocationId, conversation_id: conversationId, receipt };
}

/** How much of the end of an invocation is left to do. */
interface Left {
  readonly isJournaled: boolean;
  /** No open stream does. */
  readonly sendsFinalFrame: boolean;
}

/** Does all that follows an invocation's end. Idempotent. */
export async function publishEnding(context: AgentContext, scope: Scope, ended: EndedEntry, left: Left): Promise<void> {
  await publishCompleted(context, ended);
  await closeEnded(context, scope, ended, left);
}

/** Publishes `invocation-completed`. */
export async function publishCompleted({ bus, traceparent }: AgentContext, { event }: EndedEntry): Promise<void> {
  if (event) await publishEvent(bus, event, traceparent);
}

/** Behind its event: sends the final frame if no open stream will, then marks the invocation done. */
export async function closeEnded(
  context: AgentContext,
  scope: Scope,
  ended: EndedEntry,
  { isJournaled, sendsFinalFrame }: Left,
): Promise<void> {
  if (ended.resumed) await storeEnded(context, scope, ended);
  const caller = sendsFinalFrame ? remoteCaller(ended) : null;
  if (caller) await sendFrame(context, caller, ended.frame, ended.told);
  const ttlMs = context.config.FORK_TTL_HOURS * hourMs;
  if (isJournaled && ended.event && ttlMs > 0) await writeTrace(context.keyValue, scope, ended, ttlMs);
  if (isJournaled) await markDone(context.keyValue, scope, ended);
}
