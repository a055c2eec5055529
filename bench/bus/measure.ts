/** How long each operation took, and how long all of them together. */
export interface Sample {
  readonly ms: readonly number[];
  readonly elapsedMs: number;
}

/** How many rounds there are, and when one ends. */
export interface Rounds {
  readonly count: number;
  readonly ms: number;
  /** Most operations in one. Default: 50,000. */
  readonly most?: number;
}

type Operation = () => Promise<unknown>;

const warmUpMs = 400;
/** Those of a queue in memory would fill it. */
const mostOperations = 50_000;

/** Runs each for a while without counting: until it is compiled, and its connections are in use. */
export async function warmUp(operations: readonly Operation[]): Promise<void> {
  for (const operation of operations) await measure(operation, 16, { ms: warmUpMs });
}

/** Runs the operations in turns (A B C A B C …), each with so many in flight, so that what else the machine does meets all of them. */
export async function measureInTurns(operations: readonly Operation[], inFlight: number, rounds: Rounds): Promise<Sample[]> {
  const turns: Sample[][] = operations.map(() => []);
  for (let round = 0; round < rounds.count; round += 1) {
    for (const [index, operation] of operations.entries()) turns[index]?.push(await measure(operation, inFlight, rounds));
  }
  return turns.map(joined);
}

async function measure(
  operation: Operation,
  inFlight: number,
  { ms: forMs, most = mostOperations }: Omit<Rounds, 'count'>,
): Promise<Sample> {
  const ms: number[] = [];
  const startedAt = performance.now();
  let begun = 0;
  const again = async () => {
    // At least one: on a busy machine the time may be over before the first begins.
    while (begun === 0 || (performance.now() - startedAt < forMs && begun < most)) {
      begun += 1;
      const before = performance.now();
      await operation();
      ms.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, again));
  return { ms, elapsedMs: performance.now() - startedAt };
}

function joined(samples: readonly Sample[]): Sample {
  return {
    ms: samples.flatMap(({ ms }) => ms),
    elapsedMs: samples.reduce((sum, { elapsedMs }) => sum + elapsedMs, 0),
  };
}
