import {
  type AgentResponse,
  inWords,
  OperationError,
  type OperationName,
  refuseUnknownMembers,
  type ServiceName,
  withoutOperation,
} from '@agent-mem/contract';
import type { Caller } from '@agent-mem/messaging';
import type { CallOptions } from './call-options.ts';
import { camelCase } from './camel-case.ts';
import { holdProcess } from './hold-process.ts';

/** An operation, and who asks it. */
interface Asked {
  readonly caller: Caller;
  readonly service: ServiceName;
  readonly operation: string;
}

const streamTimeoutMs = 120_000;

/** The answer of an operation that has one. Rejects with an `OperationError` whose fields are paths of the request. */
export async function answerOf(asked: Asked, request: object = {}, options: CallOptions = {}): Promise<object> {
  const { caller, service, operation } = asked;
  using _ = holdProcess();
  try {
    refuseUnknownMembers(service, operation, request);
    return (await caller.call(service, operation as OperationName<ServiceName>, request, options)) as object;
  } catch (error) {
    throw asAsked(operation, error);
  }
}

/** The frames of a stream as they come. Leaving the loop early cancels. */
export async function* framesOf(asked: Asked, request: object = {}, options: CallOptions = {}): AsyncGenerator<object> {
  const { caller, service, operation } = asked;
  using _ = holdProcess();
  try {
    refuseUnknownMembers(service, operation, request);
    const patient = { timeoutMs: streamTimeoutMs, ...options };
    yield* caller.stream(service, operation as OperationName<ServiceName>, request, patient) as AsyncIterable<object>;
  } catch (error) {
    throw asAsked(operation, error);
  }
}

/** The last frame of a stream; rejects with what it reports as its failure. */
export async function lastFrameOf(asked: Asked, request?: object, options?: CallOptions): Promise<object> {
  let last: Partial<AgentResponse> | null = null;
  // Read to the end: leaving a stream before it cancels.
  for await (const frame of framesOf(asked, request, options)) last = frame;
  if (!last) throw new OperationError('internal', 'The stream ended without an answer', { retryable: true });
  if (last.type !== 'error') return last;
  throw last.error ? OperationError.fromWire(last.error) : new OperationError('internal', last.content ?? '');
}

/** Its paths start at the request, and an operation is called as a program calls it: `memory.graph.updateSettings`. */
function asAsked(operation: string, cause: unknown): OperationError {
  const error = withoutOperation(operation, OperationError.from(cause));
  return inWords(error, (service, other) => `memory.${camelCase(service)}.${camelCase(other)}`);
}
