import type { AuthorizedRequest } from '@agent-mem/access';
import {
  type AgentRequest,
  type AgentResponse,
  type ForkRequest,
  type Init,
  OperationError,
  type ResumeRequest,
  refuseUnknownMembers,
  withJsonValues,
  withoutOperation,
} from '@agent-mem/contract';
import type { ServiceContext } from '@agent-mem/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { authorized } from './authorized.ts';
import { callOptions } from './call-options.ts';
import type { Config } from './config.ts';
import { invokeAnswer } from './invoke-answer.ts';
import { bodyOf } from './json-body.ts';
import { serverSentEvents } from './server-sent-events.ts';

/** The agent's operations that stream. */
export type StreamedOperation = 'invoke' | 'resume' | 'fork';

const defaultTimeoutMs = 120_000;

/** Asks the agent by an operation that streams: the last frame's members as JSON, or every frame as a server-sent event when the client accepts those. */
export function invokeRoute({ caller, clock, signal: stopping }: ServiceContext<Config>, operation: StreamedOperation) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const asked = await authorized(request, { service: 'agent', operation }, bodyOf(request));
    refuseUnknownMembers('agent', operation, asked.request);
    const body = withJsonValues('agent', operation, asked.request);
    const options = callOptions(request, reply, { defaultTimeoutMs, stopping });
    const frames = noted(
      caller.stream('agent', operation, body as Init<AgentRequest> & Init<ResumeRequest> & Init<ForkRequest>, options),
      asked,
    );
    if (!acceptsEvents(request.headers.accept)) return finalAnswer(frames, operation);
    return reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('x-accel-buffering', 'no')
      .send(serverSentEvents(frames, { clock, operation, signal: options.signal }));
  };
}

/** The frames, and at their end a note of how they ended. */
async function* noted(frames: AsyncIterable<AgentResponse>, { ended }: AuthorizedRequest): AsyncIterable<AgentResponse> {
  let last: AgentResponse | null = null;
  let error: OperationError | null = null;
  try {
    for await (const frame of frames) {
      last = frame;
      yield frame;
    }
  } catch (cause) {
    error = OperationError.from(cause);
    throw cause;
  } finally {
    // Also where the client has left in the middle.
    ended(error ? { error } : { answer: last });
  }
}

function acceptsEvents(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((range) => range.split(';', 1)[0]?.trim().toLowerCase() === 'text/event-stream');
}

async function finalAnswer(frames: AsyncIterable<AgentResponse>, operation: string): Promise<object> {
  let last: AgentResponse | null = null;
  try {
    // Read to the end: leaving a stream before it tells the agent to cancel.
    for await (const frame of frames) last = frame;
  } catch (error) {
    throw withoutOperation(operation, OperationError.from(error));
  }
  if (!last?.end_of_dialog) throw new OperationError('internal', 'The agent ended without an answer', { retryable: true });
  if (last.type === 'error')
    throw last.error ? OperationError.fromWire(last.error) : new OperationError('internal', last.content);
  return invokeAnswer(last);
}
