import type {
  Event,
  Init,
  OperationName,
  RequestOf,
  ResponseOf,
  Scope,
  Scoped,
  ServiceName,
  Services,
} from '@agent-mem/contract';
import type { WarmUp } from '@agent-mem/messaging';
import type { RuleSource } from '@agent-mem/policy';
import type { DocumentSource } from '@agent-mem/recall';
import type { ExpiryReading, GoesWith, Lifetime, Quota } from '@agent-mem/retention';
import type { ConfigOf, PeriodicJob, Variables } from '@agent-mem/runtime';
import type { Change, Graph, GraphNode, NodeKind, NodeWrite, WaitingNode } from '@agent-mem/storage';
import type { EventContext, FollowUpContext, HandlerContext, JobContext, ServiceContext } from './context.ts';
import type { Job } from './jobs/job.ts';

/** Answers one operation: check, ask the domain, write through a port, answer. It may be called again when a commit met another writer. */
export type Handler<Service extends ServiceName, Operation extends OperationName<Service>, Config, State = unknown> = (
  request: RequestOf<Service, Operation>,
  context: HandlerContext<Config, State>,
) => Services[Service][Operation] extends { stream: true }
  ? AsyncIterable<Init<ResponseOf<Service, Operation>>>
  : Promise<Init<ResponseOf<Service, Operation>>>;

/**
 * Adds to an answer what came of its effect since. It runs for the answer to a repeat too: only what the handler committed is stored. It holds up no
 * other command. One that waits calls `context.accepted()` before: its command is then acknowledged, and its answer is lost by a crash.
 */
export type FollowUp<Service extends ServiceName, Operation extends OperationName<Service>, Config> = (
  request: RequestOf<Service, Operation>,
  answer: Init<ResponseOf<Service, Operation>>,
  context: FollowUpContext<Config>,
) => Promise<Init<ResponseOf<Service, Operation>>>;

/** Those of a service, by operation. Operations that stream have none. */
export type FollowUps<Service extends ServiceName, Config> = {
  readonly [Operation in OperationName<Service>]?: FollowUp<Service, Operation, Config>;
};

/** Operations without a handler answer `unimplemented`, by name. */
export type Handlers<Service extends ServiceName, Config, State = unknown> = {
  readonly [Operation in OperationName<Service>]?: Handler<Service, Operation, Config, State>;
};

/**
 * Takes an event at least once; what it writes must be once by the event's id. Throwing has it delivered again. It is the type of a method, as those below
 * are: a method's parameters are compared loosely, which lets services of any configuration stand in one list.
 */
export type EventHandler<Config> = { handle(event: Event, context: EventContext<Config>): Promise<void> }['handle'];

/** Work of a service beside its messages. */
export type ServiceJob<Config, State = unknown> = PeriodicJob<JobContext<Config, State>>;

/**
 * Looks after an ACTIVE node whose `dueAt` has come, at least once: a commit that moves `dueAt` on ends it. One that meets another writer
 * is called again with the newest version; one that fails comes again later.
 */
export type DueHandler<Config> = { handle(due: WaitingNode, context: EventContext<Config>): Promise<void> }['handle'];

/** What deriving from nodes may read. */
export interface DerivedReading extends RuleSource {
  readonly graph: Graph;
  readonly scope: Scope;
}

/**
 * Takes one slice of a job and answers the job as `progress`, `finishJob` or `failJob` left it; it is called again until the job has ended. At least
 * once: what a slice writes goes into the commit of its step, or is once by the job's id.
 */
export type JobHandler<Config> = { takeSlice(job: Job, context: EventContext<Config>): Promise<Job> }['takeSlice'];

/** A service as a value. Hosting it is somebody else's job. */
export interface ServiceDefinition<Service extends ServiceName = ServiceName, V extends Variables = Variables, State = unknown> {
  readonly name: Service;
  /** The node kinds it alone writes, with the edges that start at them. */
  readonly owns: readonly NodeKind[];
  /** Kinds of other services whose nodes it may change where they are: their weight and status. */
  readonly changes?: readonly NodeKind[];
  /** Kinds of other services whose nodes it may make, where its own lead to them, and never change. */
  readonly makes?: readonly NodeKind[];
  /** It also writes edges that start at nodes of other services. */
  readonly linksAll?: boolean;
  readonly variables: V;
  /** Most of its kinds that a scope may hold, by variables of its own. A write over one is refused; what an event teaches over it is let go. */
  readonly quotas?: readonly Quota[];
  /** How long its kinds are in use, by variables of its own; what falls due expires. */
  readonly lifetimes?: readonly Lifetime[];
  /** Unique keys that a node of an owned kind may hold: what is taken out of use lets them go. */
  readonly uniqueKeyIdsOf?: (node: GraphNode) => readonly string[];
  /** What expires with a node of a kind that has a lifetime, in one commit: it says what the node says. */
  expiresWith?(node: GraphNode, reading: ExpiryReading<ConfigOf<V>>): Promise<GoesWith>;
  /** What each commit of owned nodes writes beside them, of what is derived from them: it cannot be forgotten by a handler, nor be lost by a crash. */
  readonly derivedFrom?: (nodes: readonly NodeWrite[], reading: DerivedReading) => Promise<Pick<Change, 'nodes' | 'edges'>>;
  /** Makes what the service holds in memory beside its stores, once for each host: handlers, periodic jobs and `start` have it as `context.state`. */
  state?(context: ServiceContext<ConfigOf<V>>): State;
  readonly handlers: Handlers<Service, ConfigOf<V>, NoInfer<State>>;
  readonly followUps?: FollowUps<Service, ConfigOf<V>>;
  /** How a node of an owned kind is found; `null` takes it out of the index. Kinds that are never found need none. */
  readonly documentOf?: (node: GraphNode) => DocumentSource | null;
  /** By event type. */
  readonly events?: Readonly<Partial<Record<Event['type'], EventHandler<ConfigOf<V>>>>>;
  /** Whether events of a type are nothing to the service as it is configured: they are not even looked at. Default: none are. */
  ignores?(type: Event['type'], config: ConfigOf<V>): boolean;
  /** By kind: what is done with owned nodes that fall due. One process at a time does it within a scope. */
  readonly due?: Readonly<Partial<Record<NodeKind, DueHandler<ConfigOf<V>>>>>;
  /** By kind: the work of the service that goes on after its request was answered. It spreads `jobVariables`. */
  readonly jobs?: Readonly<Record<string, JobHandler<ConfigOf<V>>>>;
  /** Made once for each host: what a job notes between its runs is of that host alone. */
  periodicJobs?(): readonly ServiceJob<ConfigOf<V>, NoInfer<State>>[];
  /** Commands of one name whose handler calls `context.accepted()` itself once its work would survive a crash: Invoke, Compress. */
  readonly journaled?: readonly { [Name in Service]: OperationName<Name> }[Service][];
  /** Default: none. */
  readonly warmUp?: WarmUp;
  /** Runs once when the service starts, before it takes messages: picks up what a crash left. What it answers is disposed of when the service stops, before its ports are closed. */
  start?(context: ServiceContext<ConfigOf<V>, NoInfer<State>>): Promise<void> | Promise<AsyncDisposable>;
}

/** A service of whatever contract and variables: what a host takes and a table of services holds. */
export interface AnyService
  extends Pick<
    ServiceDefinition,
    | 'name'
    | 'owns'
    | 'changes'
    | 'makes'
    | 'linksAll'
    | 'variables'
    | 'quotas'
    | 'lifetimes'
    | 'uniqueKeyIdsOf'
    | 'expiresWith'
    | 'derivedFrom'
    | 'documentOf'
    | 'warmUp'
  > {
  state?(context: ServiceContext<unknown>): unknown;
  readonly handlers: Readonly<Partial<Record<string, AnyHandler>>>;
  readonly followUps?: Readonly<Partial<Record<string, AnyFollowUp>>>;
  readonly events?: Readonly<Partial<Record<Event['type'], EventHandler<unknown>>>>;
  ignores?(type: Event['type'], config: unknown): boolean;
  readonly due?: Readonly<Partial<Record<NodeKind, DueHandler<unknown>>>>;
  readonly jobs?: Readonly<Record<string, JobHandler<unknown>>>;
  periodicJobs?(): readonly ServiceJob<unknown>[];
  readonly journaled?: readonly string[];
  start?(context: ServiceContext<unknown>): Promise<void> | Promise<AsyncDisposable>;
}

/** Any operation's handler. It is called with the request of its own operation, which the contract has checked. */
export type AnyHandler = {
  handle(request: Scoped, context: HandlerContext<unknown>): Promise<object> | AsyncIterable<object>;
}['handle'];

/** Any operation's follow-up. It is called with the request and the answer of its own operation. */
export type AnyFollowUp = {
  follow(request: Scoped, answer: object, context: FollowUpContext<unknown>): Promise<object>;
}['follow'];

/** Only fixes the types. */
export function defineService<const Service extends ServiceName, const V extends Variables, State = undefined>(
  definition: ServiceDefinition<Service, V, State>,
): ServiceDefinition<Service, V, State> {
  return definition;
}
