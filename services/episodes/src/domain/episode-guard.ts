import { textHash } from '@agent-mem/contract';
import { guardId } from '@agent-mem/retention';
import type { Story } from './episode-node.ts';

/** The guard of a story: the same goal, steps, outcome and lessons are the same episode. */
export function episodeGuardId({ goal, steps, outcome, lessons }: Story): string {
  return guardId('episode', textHash(goal), ...steps.map(textHash), textHash(outcome), textHash(lessons));
}
