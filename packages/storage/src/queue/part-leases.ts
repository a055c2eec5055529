import type { Clock } from '@agent-mem/contract';
import { noShares, type PartShares, partsHeld, releasedShares, renewedShares } from './part-shares.ts';
import type { Claim, WorkQueue } from './work-queue.ts';

/** The leases of parts where one process has the store: they live as long as it does. */
export interface PartLeases extends Pick<WorkQueue, 'hold' | 'release'> {
  /** The parts that the owner of a claim holds. */
  partsOf(claim: Pick<Claim, 'group' | 'owner'>): ReadonlySet<number>;
}

/** Makes the leases of one store. */
export function createPartLeases(clock: Clock): PartLeases {
  const groups = new Map<string, PartShares>();
  const sharesOf = (group: string) => groups.get(group) ?? noShares;
  return {
    async hold(owner, busyByGroup, ttlMs) {
      const now = clock.now();
      const held = Object.entries(busyByGroup).map(([group, busy]) => {
        const shares = renewedShares(sharesOf(group), { owner, now, ttlMs, busy });
        groups.set(group, shares);
        return [group, shares.owners] as const;
      });
      return Object.fromEntries(held);
    },
    async release(owner, names) {
      for (const group of names) groups.set(group, releasedShares(sharesOf(group), owner));
    },
    partsOf: ({ group, owner }) => new Set(partsHeld(sharesOf(group), owner, clock.now())),
  };
}
