import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Bytes this process holds after a garbage collection. */
export interface Held {
  readonly rss: number;
  /** Objects, and what lies outside of the heap: typed arrays. */
  readonly live: number;
}

/** Collects garbage first, and gives what lies outside of the heap the time to be given back, so that only what is in use is counted. */
export async function memoryHeld(): Promise<Held> {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  for (let round = 0; round < 3; round += 1) {
    collect();
    await setTimeout(20);
  }
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, live: heapUsed + external };
}
