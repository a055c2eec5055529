import type { Dispatch } from '@agent-mem/messaging';
import { untilAborted } from '@agent-mem/runtime';
import type { ServiceContext } from '../../context.ts';
import { requestSignal } from '../request-signal.ts';

/** Ends the wait for an answer when the deadline passes, the caller leaves or the service stops; a handler that goes on is left behind. */
export function deadline(
  { clock, signal: stopped }: Pick<ServiceContext<unknown>, 'clock' | 'signal'>,
  next: Dispatch,
): Dispatch {
  return async (incoming, send) => {
    using life = requestSignal(incoming, clock, stopped);
    const { signal } = life;
    const sendInTime: typeof send = (reply) => (signal.aborted ? undefined : send(reply));
    await untilAborted(next({ ...incoming, signal }, sendInTime), signal);
  };
}
