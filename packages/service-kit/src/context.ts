import type { Init, OperationError, PurgeRequest, PurgeResponse, Scope, SensitiveFinding } from '@agent-mem/contract';
import type { Acceptance, Caller, Notices, ReplyAddress } from '@agent-mem/messaging';
import type { ServiceMetrics } from '@agent-mem/observability';
import type { DefaultSettings, SensitiveAction } from '@agent-mem/policy';
import type { Analysis, IndexNodes, Receipts } from '@agent-mem/recall';
import type { PartOptions, PurgeAsked, PurgePart, PurgeUnderWay } from '@agent-mem/retention';
import type { ClaimNodes, Logger, Ports, Waker } from '@agent-mem/runtime';
import type { Change, CommitResult, Graph } from '@agent-mem/storage';
import type { RequestTime } from './jobs/time-for-answer.ts';
import type { ModelAbsence } from './learning/model-absence.ts';
import type { LearningModel } from './model/learning-model.ts';
import type { RequestsFirst } from './requests-first.ts';

/** Everything a host runs services on: the ports, and how this fleet reads texts and treats them. */
export interface HostPorts extends Ports {
  readonly analysis: Analysis;
  /** What holds where nothing was set for a user, scope or conversation. */
  readonly defaultSettings: DefaultSettings;
}

/** What a service has outside any request. */
export interface ServiceContext<Config, State = unknown> extends HostPorts {
  readonly config: Config;
  /** What the service made by `state` for this host. Of a service without one, and of a connector or plugin, `undefined`. */
  readonly state: State;
  /** Asks other services, and this one. */
  readonly caller: Caller;
  /** Answers the model that learns from what was said in a flow. An event's handler has that of its event as `chatModel`. */
  readonly learningModel: LearningModel;
  /** What comes to this process on its reply topic without a request of its own. */
  readonly notices: Notices;
  readonly index: IndexNodes;
  /** `index` of every service that this process hosts, each for the nodes that it owns. What other processes own they index at their next look. */
  readonly indexByOwners: IndexNodes;
  readonly purge: Purge;
  readonly receipts: Receipts;
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
  readonly modelAbsence: ModelAbsence;
  /** Aborted when the process begins to stop: what runs has DRAIN_SECONDS still, and what has not begun is left to other processes. */
  readonly draining: AbortSignal;
  /** Has events and due work give way to a piece of work that a person waits for, as to a request. */
  readonly requestsFirst: Pick<RequestsFirst, 'request'>;
  /** Has the service look at its jobs now, since one was started. */
  readonly jobWaker: Waker;
  /** Aborted when the service stops. */
  readonly signal: AbortSignal;
}

/** What work of a service beside its messages has. */
export interface JobContext<Config, State = unknown> extends ServiceContext<Config, State> {
  readonly claimNodes: ClaimNodes;
}

/**
 * Erases for good what a request names, as far as it is of the service's kinds (of the graph service's: whatever it is), and certifies it. What the request's
 * time does not suffice for goes on as a job of the graph service.
 */
export interface Purge {
  (asked: PurgeAsked & Pick<RequestTime, 'timeLeftMs'>, request: PurgeRequest): Promise<Init<PurgeResponse>>;
  /** Goes on with a purge that became this job: one part of it, whichever service's purge it is. */
  goOn(underWay: PurgeUnderWay, options: PartOptions, jobId: string): Promise<PurgePart>;
}

/** A Graph bound to a service and a request: it refuses kinds the service does not own. */
export interface OwnGraph extends Omit<Graph, 'commit'> {
  /**
   * Commits. With `reply` (plain JSON), the answer is stored under the request's idempotency key in the same commit, if the request has one.
   * Rejects with `VersionConflict`, upon which the kit calls the handler again.
   */
  commit(scope: Scope, change: Omit<Change, 'idempotency'>, reply?: object): Promise<CommitResult>;
}

/** What the policy says of one element of a request whose elements are stored one by one. */
export interface CheckedElement {
  /** What was found in it, and what was done about it. */
  readonly sensitive: readonly SensitiveFinding[];
  /** Why it must not be stored; `null`: it may. */
  readonly refused: OperationError | null;
}

/** What a handler has. */
export interface HandlerContext<Config, State = unknown> extends Omit<ServiceContext<Config, State>, 'graph'> {
  readonly graph: OwnGraph;
  readonly scope: Scope;
  /** Of a request whose elements are stored one by one: what the policy says of each, in order; of any other none. */
  readonly elements: readonly CheckedElement[];
  /** Of a request that stores: what its scope says of sensitive data, for texts that the handler screens itself. Of any other `redact`. */
  readonly sensitiveData: SensitiveAction;
  /** The same of personal data. Of any other `allow`. */
  readonly personalData: SensitiveAction;
  /** The caller's id of the request. */
  readonly requestId: string;
  /** `null`: the caller gave none and the transport makes none. */
  readonly idempotencyKey: string | null;
  /** Milliseconds since 1970 after which the answer is of no use; `null`: none was given. */
  readonly deadline: number | null;
  /** Milliseconds since 1970 when the request was first sent; `null`: just now. */
  readonly sentAt: number | null;
  /** Milliseconds left until the deadline, at most `atMost`. */
  timeLeftMs(atMost: number): number;
  readonly traceparent: string | null;
  /** Where to go on answering after a crash; `null` where the replies go back by the connection that the request came by, or nowhere. */
  readonly replyTo: ReplyAddress | null;
  /** Of a stream that goes on after a crash: its next frame has this number. Otherwise they are numbered from 0. */
  goesOnAt(sequence: number): void;
  /** Another process sends the caller the frames of this stream: it ends here without a last frame. */
  handedOn(): void;
  /** Aborted when the deadline has passed, the caller has cancelled, or the service stops. */
  readonly signal: AbortSignal;
  /** Says that the work would survive a crash without its message. Answers the promise that the caller has what follows wait for; `undefined`: none. */
  accepted(how?: Acceptance): Promise<void> | undefined;
}

/** What a follow-up of an answer has. */
export type FollowUpContext<Config> = ServiceContext<Config> & Pick<HandlerContext<Config>, 'scope' | 'timeLeftMs' | 'accepted'>;

/** What the handler of an event, or of a node that fell due, has. Effects of an event are stored under the event's id by `graph.commit(scope, change, reply)`. */
export interface EventContext<Config> extends Omit<ServiceContext<Config>, 'graph'> {
  readonly graph: OwnGraph;
  readonly scope: Scope;
}
