import { createCounts } from './counts.ts';
import { limitNames } from './key-limits.ts';
import { busyMs, usedUp } from './refused-by-limit.ts';

/** The streams of answers that are open, by whose they are. */
export interface OpenStreams {
  /** Counts one of `name`; the answer counts it out, once. Throws `resource-exhausted` where it has `most` already; 0: any number. */
  enter(name: string, most: number): () => void;
}

/** Counts streams. */
export function createOpenStreams(): OpenStreams {
  const open = createCounts();
  return {
    enter(name, most) {
      const now = open.of(name);
      if (most > 0 && now >= most) throw usedUp(limitNames.streams, `this key has ${now} open, and may have ${most}`, busyMs);
      return open.enter(name);
    },
  };
}
