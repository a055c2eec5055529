import type { Init, OperationName, RequestOf, ResponseOf, ServiceName, Topic } from '@agent-mem/contract';
import type { Delivery } from '../bus.ts';

/** What a caller may say beside the request. */
export interface CallOptions {
  /** Milliseconds from now until the answer is of no use. Default 10,000, and the `wait_ms` of the request. */
  readonly timeoutMs?: number;
  /** Makes a repeated command have one effect and the same answer. Default: one made for this call, so that its own repeats are safe. */
  readonly idempotencyKey?: string;
  /** W3C trace context, passed through. */
  readonly traceparent?: string;
  readonly signal?: AbortSignal;
  /** The answer may take minutes: a query is repeated late, for each repeat may reach another instance, which does the work again. */
  readonly answersLate?: boolean;
  /**
   * An answer of a process of an earlier version that passed over a member of the request is `unavailable`, since another process may answer. A command has its
   * effect by then: its answer is refused only where the contract calls it exact. Default: the answer is taken as it is.
   */
  readonly needsEveryMember?: boolean;
  /**
   * Called once the effect of a command would survive a crash, before the answer says what followed it. Services of other processes say it by their answer alone.
   * What follows waits for the promise that this answers.
   */
  accepted?(): Promise<void> | undefined;
}

/**
 * Asks services over the bus. Queries are repeated until the deadline; commands too, but late: what answers a command once answers its repeat the same.
 * Rejects with an `OperationError`: the service's own, or `deadline-exceeded`, `cancelled` or `unavailable`.
 */
export interface Caller extends AsyncDisposable {
  /** The answer; of a stream, its last frame. */
  call<Service extends ServiceName, Operation extends OperationName<Service>>(
    service: Service,
    operation: Operation,
    request: Init<RequestOf<Service, Operation>>,
    options?: CallOptions,
  ): Promise<ResponseOf<Service, Operation>>;
  /** The frames of a stream, in order, without gaps. Leaving the loop early cancels at the service, except when a key was given: a repeat goes on with it. */
  stream<Service extends ServiceName, Operation extends OperationName<Service>>(
    service: Service,
    operation: Operation,
    request: Init<RequestOf<Service, Operation>>,
    options?: CallOptions,
  ): AsyncIterable<ResponseOf<Service, Operation>>;
}

/** An operation of a service, and what it is asked. */
export interface OperationCall {
  readonly service: ServiceName;
  readonly operation: string;
  readonly request: unknown;
}

/** Where the replies to a request are wanted. */
export interface ReplyAddress {
  /** Of the reply channel. */
  readonly topic: Topic;
  /** The caller's id of the request, which its replies carry. */
  readonly id: string;
  readonly traceparent: string | null;
}

/** What becomes of accepted work. */
export interface Acceptance {
  /** When this process stops, another goes on with the work and answers its caller: the caller is sent no end here. Default false. */
  readonly isHandedOn?: boolean;
  /** The answer follows at once. The message is acknowledged after it, so that a crash in between has the caller answered by a redelivery. Default false. */
  readonly isAnsweredFirst?: boolean;
}

/** One request as a transport hands it to a service: nothing in it has been checked yet. */
export interface IncomingRequest {
  /** The message of the service's topic, parsed as JSON: an object with one member set, that of the operation. */
  readonly envelope: unknown;
  /** The caller's id of the request; a stream is cancelled by it. */
  readonly id: string;
  /** Key of the effect, and whether the caller chose it. Absent: the effect is not stored by key. */
  readonly idempotencyKey: string | null;
  /** Milliseconds since 1970 after which the work must not begin. */
  readonly deadline: number | null;
  /** Milliseconds since 1970 when it was first sent; absent: just now. */
  readonly sentAt?: number;
  readonly traceparent: string | null;
  /** Aborted when the caller has gone or the service stops. */
  readonly signal: AbortSignal;
  /** Which transport it came by; `command` is the one whose caller may be gone and whose request must not be lost. */
  readonly transport: 'query' | 'command' | 'grpc' | 'local';
  /** For who goes on answering after a crash. Absent where the replies go back by the connection that the request came by, or nowhere. */
  readonly replyTo?: ReplyAddress;
  readonly attempt: number;
  /** As it came over the bus; absent where it did not. */
  readonly message?: Pick<Delivery, 'payload' | 'properties'>;
  /** Says, at most once, that the work would survive a crash without its message: the message is then acknowledged early, unless it is answered first. Answers the promise that the caller has what follows wait for; `undefined`: none. */
  accepted(how?: Acceptance): Promise<void> | undefined;
}

/** The body of one reply: the operation's member and `error`, of a stream also `sequence` and `end`. */
export type Reply = Readonly<Record<string, unknown>> & {
  readonly error: null | { type: string; message: string; retryable: boolean };
  /** What the request had that is not known, in the first reply to it; `null`: nothing. Version 0.1.0 leaves it out. */
  readonly warnings?: readonly string[] | null;
};

/**
 * Answers one request. `send` takes its one reply, or the frames of its stream in order; it resolves when the caller may be sent more.
 * Resolves when all is sent. Rejects for what the request or the service brought on: the transport answers that as an error, or delivers
 * the message again.
 */
export type Dispatch = (request: IncomingRequest, send: (reply: Reply) => Promise<void> | void) => Promise<void>;
