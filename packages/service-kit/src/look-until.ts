import { noLongerNeeded } from '@agent-mem/contract';
import { untilAborted } from '@agent-mem/runtime';
import type { ServiceContext } from './context.ts';

/** A notice may be lost: so often it is looked without one. */
const everyMs = 1_000;

/** What is waited for. */
export interface Lookout<Found> {
  /** What notices of it name. */
  readonly ids: readonly string[];
  /** Milliseconds since 1970 when it is waited for no longer. */
  readonly until: number;
  look(): Promise<Found>;
  isOver(found: Found): boolean;
}

/** Looks with each notice until it is over, or its time is. Answers what the last look has found. */
export async function lookUntil<Found>(
  { ids, until, look, isOver }: Lookout<Found>,
  { clock, notices, signal }: Pick<ServiceContext<unknown>, 'clock' | 'notices' | 'signal'>,
): Promise<Found> {
  // Before the first look: of what comes after it there is a notice.
  using listener = notices.listen(ids);
  for (;;) {
    const { received } = listener;
    const found = await look();
    const leftMs = until - clock.now();
    if (leftMs <= 0 || isOver(found)) return found;
    const over = new AbortController();
    const passed = clock.sleep(Math.min(leftMs, everyMs), over.signal).catch(() => undefined);
    await untilAborted(Promise.race([passed, listener.after(received)]), signal).finally(() => over.abort(noLongerNeeded));
  }
}
