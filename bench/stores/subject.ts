/** One thing that a port does: by the adapter, and by the bare client with the same effect. */
export interface Comparison {
  readonly name: string;
  ours(): Promise<unknown>;
  bare(): Promise<unknown>;
  /** Most operations of a round; left out: as many as its time allows. */
  readonly most?: number;
  /** Measured with one in flight only. */
  readonly isAlone?: true;
  /** Comes before it is measured, and is not. */
  prepare?(): Promise<void>;
}

/** A port on a fresh store. Disposing ends the store and removes its data. */
export interface Subject extends AsyncDisposable {
  /** The store's name. */
  readonly store: string;
  /** Makes its tables, empty. */
  prepare(): Promise<unknown>;
  /** Puts so many memories into it, by the adapter. */
  fill(memories: number): Promise<void>;
  /** What the adapter's data take: on disk, or in memory where the store keeps them there. */
  bytes(): Promise<number>;
  /** What the server holds in memory, where that grows with what is put in. */
  residentBytes?(): number;
  /** The same for the bare client where it cannot use the adapter's. */
  fillBare?(memories: number): Promise<void>;
  /** What is compared, reads before writes, for these many memories. */
  comparisons(memories: number): readonly Comparison[];
}

/** A port, in the embedded file and on its server. Rejects with a sentence where the server is not installed. */
export interface Port {
  readonly name: string;
  embedded(): Promise<Subject>;
  cluster(): Promise<Subject>;
}

/** Starts at 0 and gives the next whole number, spread over those below a limit. */
export function spread(limit: number): () => number {
  let given = 0;
  return () => {
    given += 1;
    return (given * 7_919) % limit;
  };
}

/** Runs over the numbers from 0 in batches, so many batches under way at once. */
export async function inBatches(
  count: number,
  { size, atOnce }: { readonly size: number; readonly atOnce: number },
  run: (numbers: readonly number[]) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) {
      const first = next;
      next += size;
      await run(Array.from({ length: Math.min(size, count - first) }, (_, index) => first + index));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
