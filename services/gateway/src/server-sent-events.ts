import { Readable } from 'node:stream';
import { type AgentResponse, type Clock, inWords, OperationError, routeWords, withoutOperation } from '@agent-mem/contract';

const pingEveryMs = 15_000;

/**
 * The frames in the format of server-sent events: the event is the frame's type, its id the frame's place from 0. A comment opens the
 * stream, so that the headers leave at once, and others keep it alive while the agent thinks. An error closes it as a frame
 * of type `error` with a member `error`.
 */
export function serverSentEvents(
  frames: AsyncIterable<AgentResponse>,
  options: { readonly clock: Clock; readonly operation: string; readonly signal: AbortSignal },
): Readable {
  return Readable.from(textOf(frames, options), { objectMode: false });
}

async function* textOf(
  frames: AsyncIterable<AgentResponse>,
  { clock, operation, signal }: { readonly clock: Clock; readonly operation: string; readonly signal: AbortSignal },
): AsyncIterable<string> {
  yield ': open\n\n';
  const iterator = frames[Symbol.asyncIterator]();
  let sequence = 0;
  try {
    for (;;) {
      const next = iterator.next();
      // Only the race may be late for it; its failure is always seen below.
      next.catch(() => {});
      while ((await withinPing(next, clock, signal)) === 'late') yield ': ping\n\n';
      const { done, value } = await next;
      if (done) return;
      yield event(value.type, sequence, value);
      sequence += 1;
    }
  } catch (cause) {
    const error = inWords(withoutOperation(operation, OperationError.from(cause)), routeWords);
    yield event('error', sequence, {
      type: 'error',
      content: error.message,
      end_of_message: true,
      end_of_dialog: true,
      error: error.toWire(),
    });
  } finally {
    await iterator.return?.();
  }
}

async function withinPing(next: Promise<unknown>, clock: Clock, signal: AbortSignal): Promise<'settled' | 'late'> {
  const over = new AbortController();
  const late = clock.sleep(pingEveryMs, AbortSignal.any([signal, over.signal])).then(
    () => 'late' as const,
    // Aborted: the client has gone and `next` ends by the same signal, or it has come.
    () => next.then(() => 'settled' as const),
  );
  const settled = next.then(
    () => 'settled' as const,
    () => 'settled' as const,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    over.abort();
    late.catch(() => {});
  }
}

function event(name: string, id: number, data: object): string {
  return `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
