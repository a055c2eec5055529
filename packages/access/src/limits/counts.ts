/** Counts things that begin and end, by the names of those whose they are. */
export interface Counts {
  /** How many there are now, of every name. */
  readonly all: number;
  /** How many of this name there are now. */
  of(name: string): number;
  /** Counts one in; the answer counts it out, once. */
  enter(name: string): () => void;
}

/** Counts from nothing. A name of which there is nothing takes no memory. */
export function createCounts(): Counts {
  const counts = new Map<string, number>();
  let all = 0;
  const of = (name: string) => counts.get(name) ?? 0;
  return {
    get all() {
      return all;
    },
    of,
    enter(name) {
      all += 1;
      counts.set(name, of(name) + 1);
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        all -= 1;
        const left = of(name) - 1;
        if (left > 0) counts.set(name, left);
        else counts.delete(name);
      };
    },
  };
}
