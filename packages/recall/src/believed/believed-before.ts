import { dayOf, type Fact } from '@agent-mem/contract';

/** A fact that another took the place of, and until which day it was believed (YYYY-MM-DD). */
export interface BelievedBefore<State> {
  readonly fact: State;
  readonly until: string;
}

/**
 * What was believed before a fact took its place, the newest first. `replaced`: what it took the place of, oldest first. What somebody deleted is none of it,
 * nor what only said the same in other words, nor what one conversation alone saw where all see the fact that stands.
 */
export function believedBefore<State extends Pick<Fact, 'status' | 'visibility' | 'valid_to' | 'timestamp'>>(
  { visibility }: Pick<Fact, 'visibility'>,
  replaced: readonly State[],
): readonly BelievedBefore<State>[] {
  return replaced.toReversed().flatMap((fact) => {
    const { status, valid_to, timestamp } = fact;
    const wasBelieved = status === 'SUPERSEDED' && valid_to !== null && Date.parse(valid_to) > Date.parse(timestamp);
    return wasBelieved && fact.visibility === visibility ? [{ fact, until: dayOf(valid_to) }] : [];
  });
}
