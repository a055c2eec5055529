import type { BegunTurn, Frame, Invocation, StepRecord } from '@agent-mem/agent-loop';
import {
  type AgentRequest,
  type Clock,
  dayMs,
  type Event,
  type ModelUsage,
  newId,
  OperationError,
  requestHash,
} from '@agent-mem/contract';
import type { ReplyAddress } from '@agent-mem/messaging';
import { completePolicy, type SensitivePolicy, screenDocument } from '@agent-mem/policy';

/** What may be written down. An entry of an earlier version knows no personal data. */
type EntryPolicy = Pick<SensitivePolicy, 'sensitiveData'> & Partial<Pick<SensitivePolicy, 'personalData'>>;

/** What is known of an invocation that was accepted, under the key of its request. */
export interface JournalEntry extends EntryPolicy {
  /** `null`: the request has none, and this entry is in no journal. */
  readonly key: string | null;
  readonly invocation: Invocation;
  readonly requestHash: string;
  /** Where the caller waits, for the instance that goes on with it; `null`: the caller cannot be reached, or has the final frame. */
  readonly replyTo: ReplyAddress | null;
  /** `null` once it is done. */
  readonly request: AgentRequest | null;
  /** How often a process has begun to run it since it last took a step: what a process dies of does not get on. */
  readonly runs: number;
  /** Running; ended, but its event may not be published yet; or done. */
  readonly state: 'running' | 'ended' | 'done';
  /** The last frame, from `ended` on. */
  readonly frame: Frame | null;
  /** What was thought before the answer, from `ended` on. Absent: nothing, or the entry is of an earlier version. */
  readonly thought?: string;
  /** How many steps a fork took over: its frames begin behind them. Absent: it is none. */
  readonly takenOver?: number;
  /** How many frames the caller had been sent, at least, when it ended. */
  readonly told: number;
  /** The event, in `ended`; `null` when there is none to publish. */
  readonly event: Event | null;
  /** Where it begins, if it is not at the beginning: after it has waited, or as a fork. Absent: at the beginning. */
  readonly resumed?: ResumedAt;
}

/** Where a run begins that has waited, or is the fork of another: behind these steps, in the middle of this turn. */
export interface ResumedAt {
  readonly steps: readonly StepRecord[];
  /** `null`: the next step begins. */
  readonly begun: BegunTurn | null;
  /** What models were asked by then. */
  readonly usage: readonly ModelUsage[];
  /** Nothing of the turn is to be done any more; `null`: it is. */
  readonly stop: Stop | null;
}

/** Why a run that waited ends. */
export type Stop = 'expired' | 'cancelled';

/** An entry that is in the journal. */
export type KeyedEntry = JournalEntry & { readonly key: string };

/** An invocation that has its last frame. */
export type EndedEntry = JournalEntry & { readonly state: 'ended'; readonly frame: Frame };

/** Whether an invocation has ended, but its event or its final frame may be missing. */
export function isEnded(entry: JournalEntry): entry is EndedEntry {
  return entry.state === 'ended' && entry.frame !== null;
}

/** How long a repeat finds the answer. */
export const entryTtlMs = dayMs;

/** The refusal of a key under which another request was made. */
export function otherRequest(): OperationError {
  return new OperationError(
    'already-exists',
    'idempotency_key: another request was made under this key; use one key for one request',
  );
}

/** What a new invocation is to do. */
export interface AskedFor extends Pick<JournalEntry, 'requestHash' | 'resumed'> {
  readonly request: AgentRequest;
}

/** What Invoke asks for. */
export function askedByInvoke(request: AgentRequest): AskedFor {
  return { request, requestHash: requestHash('agent', 'invoke', request) };
}

/** The entry of a request that is made for the first time. */
export function newEntry<Key extends string | null>(
  key: Key,
  asked: AskedFor,
  policy: SensitivePolicy,
  { clock, requestId, replyTo }: Pick<JournalEntry, 'replyTo'> & { readonly clock: Clock; readonly requestId: string },
): JournalEntry & { readonly key: Key } {
  const { request } = asked;
  const now = clock.now();
  const invocation: Invocation = {
    invocationId: newId('inv', now),
    conversationId: request.conversation_id ?? newId('conv', now),
    isNewConversation: request.conversation_id === null,
    requestId,
    startedAt: new Date(now).toISOString(),
  };
  return {
    key,
    invocation,
    ...asked,
    ...(asked.resumed && { takenOver: asked.resumed.steps.length }),
    sensitiveData: policy.sensitiveData,
    personalData: policy.personalData,
    replyTo,
    runs: 1,
    state: 'running',
    frame: null,
    told: 0,
    event: null,
  };
}

/** What is written down of it. A process that goes on goes on with that. */
export function written(thing: object, policy: EntryPolicy): string {
  return screenDocument(thing, completePolicy(policy));
}
