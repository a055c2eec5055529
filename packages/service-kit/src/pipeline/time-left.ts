import type { Clock } from '@agent-mem/contract';

/** Says how many milliseconds are left until the deadline, at most `atMost`. `null`: there is no deadline. */
export function timeLeftMs(deadline: number | null, clock: Clock): (atMost: number) => number {
  return (atMost) => (deadline === null ? atMost : Math.max(0, Math.min(atMost, deadline - clock.now())));
}
