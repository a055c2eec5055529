import {
  type AgentRequest,
  cancelledError,
  completeEvent,
  type Event,
  type InvocationStep,
  limits,
  messageIdsOf,
  type OperationError,
} from '@agent-mem/contract';
import { excerptInBytes } from '@agent-mem/recall/excerpt';
import { cutToBytes } from './bounded-text.ts';
import type { Invocation } from './invocation.ts';
import type { StepRecord } from './step-record.ts';

/** The error that an event has of an ending; `null`: the model was done, and its answer is one. */
export function errorOfEnding(ending: { readonly cutShort: string | null } | { readonly error: OperationError }): string | null {
  if (!('error' in ending)) return ending.cutShort;
  // However the caller left: it hung up, its stream ended, it sent Cancel.
  return ending.error.type === 'cancelled' ? cancelledError : ending.error.message;
}

/** How an invocation ended. */
export interface Ending {
  /** With an error: what of it went out before. */
  readonly answer: string;
  /** What was thought before the answer; empty: nothing. */
  readonly thought: string;
  /** `null`: it has an answer. An answer that was cut short has the reason beside it: nothing is learned from it. */
  readonly error: string | null;
  /** ISO 8601. */
  readonly at: string;
  readonly records: readonly StepRecord[];
  readonly injectedIds: readonly string[];
  readonly receiptId: string;
  readonly extractFacts: boolean;
  readonly recordEpisode: boolean;
  /** The TrustGraph flow it was asked in, as events name it. Default: none. */
  readonly flow?: string | null;
}

/** Bytes of each text of a step; the first with which the event passes the bus. */
const textBytes = [16_384, 4_096, 1_024, 256, 64] as const;
/** Room for what the bus adds. */
const eventBytes = limits.messageBytes - 50_000;
/** More would not be read. */
const mostIds = 1_000;

/** What happened, for the services that learn from it. One invocation has one id of the event, however often it is published. */
export function completedEvent(invocation: Invocation, request: AgentRequest, ending: Ending): Event {
  let steps = [...ending.records.map(stepMade), ...lastThought(ending)];
  for (const maxBytes of textBytes) {
    // A long text is read once: each excerpt is one of the excerpt before, and its gaps are counted in bytes of the source.
    steps = steps.map((step) => ({ ...step, observation: excerptInBytes(step.observation, maxBytes) }));
    const cut = steps.map((step) => cutStep(step, maxBytes));
    const event = eventOf(invocation, request, ending, cut);
    if (Buffer.byteLength(JSON.stringify(event)) <= eventBytes) return event;
  }
  return eventOf(invocation, request, ending, []);
}

function eventOf(invocation: Invocation, request: AgentRequest, ending: Ending, steps: InvocationStep[]): Event {
  const { workspace, user, collection } = request;
  const messageIds = messageIdsOf(invocation.invocationId);
  return completeEvent({
    id: `invocation-completed:${invocation.invocationId}`,
    type: 'invocation-completed',
    conversation_id: invocation.conversationId,
    workspace,
    user,
    collection,
    timestamp: ending.at,
    data: {
      invocation_completed: {
        invocation_id: invocation.invocationId,
        question: request.question,
        answer: cutToBytes(ending.answer, limits.textBytes),
        success: ending.error === null,
        error: ending.error,
        started_at: invocation.startedAt,
        steps,
        injected_ids: ending.injectedIds.slice(0, mostIds),
        receipt_id: ending.receiptId,
        extract_facts: ending.extractFacts,
        record_episode: ending.recordEpisode,
        metadata: request.metadata,
        flow: ending.flow ?? null,
        question_message_id: idOfStored(messageIds.question, request.question),
        answer_message_id: idOfStored(messageIds.answer, ending.answer),
      },
    },
  });
}

/** A message without text is not stored. */
function idOfStored(id: string, text: string): string | null {
  return text.trim() === '' ? null : id;
}

/** What was called and is no tool did nothing: it is neither a step of a task nor an error of one. */
function stepMade({ step, namesNoTool }: StepRecord): InvocationStep {
  return namesNoTool ? { ...step, action: '', arguments: '{}' } : step;
}

/** A step that called nothing. */
function lastThought({ thought, at }: Ending): readonly InvocationStep[] {
  if (thought.trim() === '') return [];
  const nothing = { action: '', arguments: '{}', observation: '', success: true, duration_ms: 0, from_memory: false };
  return [{ ...nothing, thought, timestamp: at }];
}

/** All but the observation. Arguments that are too long are left out, since a part of them would not be JSON. */
function cutStep(step: InvocationStep, maxBytes: number): InvocationStep {
  return {
    ...step,
    thought: cutToBytes(step.thought, maxBytes),
    action: cutToBytes(step.action, maxBytes),
    arguments: Buffer.byteLength(step.arguments) <= maxBytes ? step.arguments : '{}',
  };
}
