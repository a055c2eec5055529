import { untilAborted } from './until-aborted.ts';

/** A frame and whether it is the last. */
export interface StreamFrame {
  readonly frame: object;
  readonly end: boolean;
}

/**
 * Tells the last frame from the others. Frames that say so themselves (`end_of_dialog`) go out as they come;
 * others wait for the next one, since only then is it known whether there is one.
 * Ends with the signal's reason when it is aborted, whatever the handler still does.
 */
export async function* streamFrames(frames: AsyncIterable<object>, signal: AbortSignal): AsyncGenerator<StreamFrame> {
  const iterator = frames[Symbol.asyncIterator]();
  let held: object | null = null;
  let isOver = false;
  try {
    for (;;) {
      const next = await untilAborted(iterator.next(), signal);
      if (next.done) break;
      if (held) yield { frame: held, end: false };
      held = next.value;
      if (!('end_of_dialog' in held)) continue;
      isOver = held.end_of_dialog === true;
      yield { frame: held, end: isOver };
      held = null;
      if (isOver) return;
    }
    if (held) yield { frame: held, end: true };
    else throw new Error('The stream ended without a last frame');
  } finally {
    // Not awaited: a handler that hangs must not hold up its caller.
    iterator.return?.().catch(() => undefined);
  }
}
