import { untilAborted } from '@agent-mem/runtime';

/** A frame and whether it is the last. */
export interface StreamFrame {
  readonly frame: object;
  readonly end: boolean;
}

/**
 * Completes each frame and tells the last from the others. Frames that say so themselves (`end_of_dialog`) go out as they come;
 * others wait for the next one, since only then is it known whether there is one.
 * A stream that is handed on may end without a frame. Ends with the signal's reason when it is aborted, whatever the handler still does.
 */
export async function* streamFrames(
  frames: AsyncIterable<object>,
  complete: (frame: object) => object,
  signal: AbortSignal,
  isHandedOn: () => boolean = () => false,
): AsyncGenerator<StreamFrame> {
  const iterator = frames[Symbol.asyncIterator]();
  let held: object | null = null;
  try {
    for (;;) {
      const next = await untilAborted(iterator.next(), signal);
      if (next.done) break;
      if (held) yield { frame: held, end: false };
      held = complete(next.value);
      if (!('end_of_dialog' in held)) continue;
      const end = held.end_of_dialog === true;
      yield { frame: held, end };
      if (end) return;
      held = null;
    }
  } catch (error) {
    if (held) yield { frame: held, end: false };
    throw error;
  } finally {
    // Not awaited: a handler that hangs must not hold up its caller.
    iterator.return?.().catch(() => undefined);
  }
  if (!held && isHandedOn()) return;
  if (!held) throw new Error('The stream ended without a last frame');
  yield { frame: held, end: true };
}
