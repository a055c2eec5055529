import { type Clock, hourMs, noLongerNeeded, OperationError } from '@agent-mem/contract';
import type { IncomingRequest } from '@agent-mem/messaging';

const longestSleepMs = hourMs;

/** How long a request may go on. Disposing it lets the timer go. */
export interface RequestSignal extends Disposable {
  /** Aborted with the `OperationError` that the caller is answered. */
  readonly signal: AbortSignal;
}

/** The error of work that is not begun, or not waited for, after its deadline. */
export const deadlinePassed = () =>
  new OperationError('deadline-exceeded', 'The deadline has passed; allow more time or ask for less');

/** Watches the deadline, the caller and the service at once. */
export function requestSignal(
  incoming: Pick<IncomingRequest, 'deadline' | 'transport' | 'signal'>,
  clock: Clock,
  stopped: AbortSignal,
): RequestSignal {
  const controller = new AbortController();
  const onCaller = () => controller.abort(callerReason(incoming));
  const onStop = () => controller.abort(stopping());
  const over = new AbortController();
  if (incoming.deadline !== null) {
    sleepUntil(incoming.deadline, clock, over.signal).then(
      () => controller.abort(deadlinePassed()),
      () => undefined,
    );
  }
  if (incoming.signal.aborted) onCaller();
  if (stopped.aborted) onStop();
  incoming.signal.addEventListener('abort', onCaller, { once: true });
  stopped.addEventListener('abort', onStop, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      over.abort(noLongerNeeded);
      incoming.signal.removeEventListener('abort', onCaller);
      stopped.removeEventListener('abort', onStop);
    },
  };
}

/** Says how many milliseconds are left until the deadline, at most `atMost`. `null`: there is no deadline. */
export function timeLeftMs(deadline: number | null, clock: Clock): (atMost: number) => number {
  return (atMost) => (deadline === null ? atMost : Math.max(0, Math.min(atMost, deadline - clock.now())));
}

/** A command that was not cancelled by name is only interrupted: nobody may take that for the caller's wish. */
function callerReason({ transport, signal }: Pick<IncomingRequest, 'transport' | 'signal'>): OperationError {
  if (signal.reason instanceof OperationError) return signal.reason;
  return transport === 'command' ? stopping() : new OperationError('cancelled', 'The caller has cancelled the request');
}

/** What a stop answers to requests that it refuses or interrupts. */
export function stopping(): OperationError {
  return new OperationError('unavailable', 'The service is stopping; ask again');
}

/** In pieces: timers overflow after 24 days and then fire at once. */
async function sleepUntil(deadline: number, clock: Clock, signal: AbortSignal): Promise<void> {
  for (let left = deadline - clock.now(); left > 0; left = deadline - clock.now()) {
    await clock.sleep(Math.min(left, longestSleepMs), signal);
  }
}
