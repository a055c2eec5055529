import type { Operation } from '../connection.ts';
import type { AgentResponse } from '../generated/memory-services.ts';
import { MemoryError } from '../memory-error.ts';
import { beforeNextTry } from './before-next-try.ts';
import { cancelStream } from './cancel-stream.ts';
import { memoryError } from './failure-of.ts';
import type { HttpCall } from './http-call.ts';
import { SeenFrames } from './seen-frames.ts';
import { send } from './send.ts';
import { serverSentEvents } from './server-sent-events.ts';
import { whileAlive } from './while-alive.ts';

/** 8 to 16 s of waits: what a stream began goes on, and the fleet that starts again has its frames. */
const defaultRetries = 8;

/** The frames of a stream, each once. A stream that breaks is taken up by repeating the request under its key. Leaving it early cancels. */
export async function* framesOf(operation: Operation, request: object, call: HttpCall): AsyncGenerator<object, void> {
  const seen = new SeenFrames();
  let isOver = false;
  try {
    for (let failures = 1; ; failures += 1) {
      try {
        for await (const frame of seen.unseenOf(oneTry(operation, request, call))) {
          failures = 0;
          isOver = frame.end_of_dialog;
          yield frame;
          if (isOver) return;
        }
        throw new MemoryError('unavailable', 'The stream ended before its last frame', { retryable: true });
      } catch (cause) {
        await beforeNextTry(cause, failures, call.limit, call.address.retries ?? defaultRetries).catch((error: MemoryError) => {
          // Nothing is left to be cancelled of what has failed, or goes on without us when its time is over.
          isOver = error.type !== 'cancelled';
          throw error;
        });
      }
    }
  } finally {
    if (!isOver && call.isOwnKey) await cancelStream(operation, request, call);
  }
}

async function* oneTry(operation: Operation, request: object, call: HttpCall): AsyncGenerator<AgentResponse, void> {
  const alive = whileAlive(call.limit);
  try {
    const response = await call.limit.race(send(operation, request, call, { accept: 'text/event-stream', signal: alive.signal }));
    if (!response.body) return;
    for await (const data of alive.read(serverSentEvents(response.body), call.address.url)) {
      if (data !== null) yield frameOf(data);
    }
  } finally {
    alive.end();
  }
}

/** Throws what the fleet reports in place of a frame. The agent's own failure is a frame, with the invocation's id. */
function frameOf(data: string): AgentResponse {
  const frame: AgentResponse = JSON.parse(data);
  const { error } = frame;
  if (error && !Object.hasOwn(frame, 'invocation_id')) throw memoryError(error);
  return frame;
}
