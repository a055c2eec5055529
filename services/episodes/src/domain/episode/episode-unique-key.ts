import { textHash } from '@agent-mem/contract';
import { uniqueKeyId } from '@agent-mem/retention';
import type { Story } from './episode-node.ts';

/** The unique key of a story: the same goal, steps, outcome and lessons are the same episode. */
export function episodeUniqueKeyId({ goal, steps, outcome, lessons }: Story): string {
  return uniqueKeyId('episode', textHash(goal), ...steps.map(textHash), textHash(outcome), textHash(lessons));
}
