import type { ErrorType } from '@agent-mem/contract/error';
import type { AgentResponse } from './generated/memory-services.ts';
import { MemoryError } from './memory-error.ts';

/** The last frame of a stream; rejects with what it reports as its failure. */
export async function lastFrame(frames: AsyncIterable<object>): Promise<object> {
  let last: Partial<AgentResponse> | null = null;
  // Read to the end: leaving a stream before it cancels.
  for await (const frame of frames) last = frame;
  if (!last) throw new MemoryError('internal', 'The stream ended without an answer', { retryable: true });
  if (last.type !== 'error') return last;
  const { type = 'internal', message = last.content ?? '', retryable = false } = last.error ?? {};
  throw new MemoryError(type as ErrorType, message, { retryable });
}
