import type { Event, Scope, Scoped } from '@agent-mem/contract';
import type { Delivery, IncomingRequest, Reply } from '@agent-mem/messaging';
import type { GoingMemory, SensitiveAction } from '@agent-mem/policy';
import type { IdempotencyRecord, JsonObject, WaitingNode } from '@agent-mem/storage';
import type { CheckedElement, OwnGraph } from '../context.ts';

/** Under what an effect is stored, so that a repeat has no second one. */
export type EffectKey = Omit<IdempotencyRecord, 'reply'>;

/** What a request and an event have in common once they are checked. */
export interface Work {
  readonly scope: Scope;
  /** Aborted when the deadline has passed, the caller has left, or the service stops. */
  readonly signal: AbortSignal;
  readonly traceparent: string | null;
  /** `null`: it has no effect, or came without a key. */
  readonly effect: EffectKey | null;
}

/** A request that the contract has checked. */
export interface RequestWork extends Work {
  readonly operation: string;
  /** As the contract's type of this operation's request says. */
  readonly request: Scoped;
  /** Of a request whose elements are stored one by one: what the policy says of each. */
  readonly elements?: readonly CheckedElement[];
  /** Of a request that stores: what its scope says of sensitive data. */
  readonly sensitiveData?: SensitiveAction;
  /** The same of personal data. */
  readonly personalData?: SensitiveAction;
  /** Of a request that only reads: what is being purged in its scope, which it does not find. */
  going?(): Promise<readonly GoingMemory[]>;
  /** It is answered by frames. */
  readonly isStream: boolean;
  readonly incoming: IncomingRequest;
  send(reply: Reply): Promise<void> | void;
}

/** An event of a conversation. */
export interface EventWork extends Work {
  readonly event: Event;
}

/** Takes one event, at least once; rejecting has it delivered again. */
export type TakeEvent = (event: Event, delivery: Delivery) => Promise<void>;

/** A node that fell due. */
export interface DueWork extends Work {
  readonly nodeId: string;
}

/** Takes one node that fell due, at least once; rejecting has it come again. */
export type TakeDue = (due: WaitingNode, attempt: number) => Promise<void>;

/** Work with the Graph that its service may write, its effect bound to it. */
export type Bound<Own extends Work> = Own & { readonly graph: OwnGraph };

/**
 * The rest of the pipeline. It answers the operation's answer, or `null` where there is none to send: of an event, and of a stream, whose
 * frames have been sent.
 */
export type Next<Own> = (work: Own) => Promise<JsonObject | null>;
