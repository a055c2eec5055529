import { type PartOwners, partCount } from './work-queue.ts';

/** Who holds which parts of a group. */
export interface PartShares {
  /** When the lease of each owner ends, in milliseconds since 1970. */
  readonly ends: ReadonlyMap<string, number>;
  readonly owners: PartOwners;
}

/** Before anybody has come. */
export const noShares: PartShares = { ends: new Map(), owners: Array.from({ length: partCount }, () => null) };

/** The parts whose owner this is, unless its lease is over. */
export function partsHeld({ ends, owners }: PartShares, owner: string, now: number): readonly number[] {
  if ((ends.get(owner) ?? 0) <= now) return [];
  return owners.flatMap((other, part) => (other === owner ? part : []));
}

/** The shares after an owner has renewed its lease: `WorkQueue.hold` for one group. */
export function renewedShares(
  before: PartShares,
  {
    owner,
    now,
    ttlMs,
    busy,
  }: { readonly owner: string; readonly now: number; readonly ttlMs: number; readonly busy: readonly number[] },
): PartShares {
  const living = [...before.ends].filter(([other, end]) => other !== owner && end > now);
  const ends = new Map([...living, [owner, now + ttlMs]]);
  const most = Math.ceil(partCount / ends.size);
  const owners = before.owners.map((other) => (other !== null && ends.has(other) ? other : null));
  let held = owners.filter((other) => other === owner).length;
  for (const [part, other] of owners.entries()) {
    if (other === owner && held > most && !busy.includes(part)) {
      owners[part] = null;
      held -= 1;
    } else if (other === null && held < most) {
      owners[part] = owner;
      held += 1;
    }
  }
  return { ends, owners };
}

/** The shares after an owner has left. */
export function releasedShares({ ends, owners }: PartShares, owner: string): PartShares {
  return {
    ends: new Map([...ends].filter(([other]) => other !== owner)),
    owners: owners.map((other) => (other === owner ? null : other)),
  };
}
