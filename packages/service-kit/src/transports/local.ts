import {
  type Clock,
  type Init,
  neverAborted,
  type OperationName,
  operationFacts,
  type RequestOf,
  type ResponseOf,
  type ServiceName,
  uuidV7,
} from '@agent-mem/contract';
import {
  type Caller,
  type CallOptions,
  type Dispatch,
  defaultTimeoutMs,
  type IncomingRequest,
  type Reply,
} from '@agent-mem/messaging';
import { frameQueue } from './frame-queue.ts';

/**
 * Calls the services of this process directly, and by `elsewhere` those that other processes host.
 * A call that ends with its process is lost with it, and its caller too: commands that must outlive both go over the bus.
 *
 * @param hosted grows while the process starts; a service is called directly once it stands in it.
 */
export function localCaller(hosted: ReadonlyMap<ServiceName, Dispatch>, elsewhere: Caller, clock: Clock): Caller {
  return {
    // Services complete their answers by the contract's shapes: a reply is what the contract's type says.
    async call<Service extends ServiceName, Operation extends OperationName<Service>>(
      service: Service,
      operation: Operation,
      request: Init<RequestOf<Service, Operation>>,
      options: CallOptions = {},
    ) {
      const dispatch = hosted.get(service);
      if (!dispatch) return elsewhere.call(service, operation, request, options);
      let last: Reply | null = null;
      const signal = options.signal ?? neverAborted;
      await dispatch(incomingFrom(service, operation, request, { ...options, signal }, clock), (reply) => {
        last = reply;
      });
      return answerIn(last, operation) as ResponseOf<Service, Operation>;
    },
    stream<Service extends ServiceName, Operation extends OperationName<Service>>(
      service: Service,
      operation: Operation,
      request: Init<RequestOf<Service, Operation>>,
      options: CallOptions = {},
    ) {
      const dispatch = hosted.get(service);
      if (!dispatch) return elsewhere.stream(service, operation, request, options);
      return frameQueue<ResponseOf<Service, Operation>>(options.signal, async (signal, put) => {
        const incoming = incomingFrom(service, operation, request, { ...options, signal }, clock);
        await dispatch(incoming, (reply) => put(answerIn(reply, operation) as ResponseOf<Service, Operation>));
      });
    },
    [Symbol.asyncDispose]: () => elsewhere[Symbol.asyncDispose](),
  };
}

function incomingFrom(
  service: ServiceName,
  operation: string,
  request: unknown,
  options: CallOptions & { readonly signal: AbortSignal },
  clock: Clock,
): IncomingRequest {
  const { timeoutMs = defaultTimeoutMs(request), idempotencyKey, traceparent = null, signal } = options;
  const { command } = operationFacts(service, operation);
  const id = uuidV7(clock.now());
  return {
    envelope: { [operation]: request },
    id,
    idempotencyKey: idempotencyKey ?? (command ? id : null),
    deadline: clock.now() + timeoutMs,
    traceparent,
    signal,
    transport: 'local',
    attempt: 1,
    accepted: () => options.accepted?.(),
  };
}

function answerIn(reply: Reply | null, operation: string): unknown {
  const answer = reply?.[operation];
  if (answer === undefined) throw new Error(`${operation} ended without an answer`);
  return answer;
}
