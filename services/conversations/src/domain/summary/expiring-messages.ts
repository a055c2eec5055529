import { hourMs } from '@agent-mem/contract';
import type { GraphNode } from '@agent-mem/storage';
import type { Config } from '../../config.ts';

/**
 * Whether a message expires within the hour, and a summary that has its words with it. A summary without them stands for an hour, so that a
 * conversation whose messages expire one by one is summarised once an hour, and not with each of them.
 *
 * @param now Milliseconds since 1970.
 */
export function expiresSoon(
  { dueAt }: Pick<GraphNode, 'dueAt'>,
  { MESSAGE_TTL_DAYS }: Pick<Config, 'MESSAGE_TTL_DAYS'>,
  now: number,
): boolean {
  return MESSAGE_TTL_DAYS > 0 && dueAt !== null && Date.parse(dueAt) <= now + hourMs;
}

/** The hour that a time is in, counted from 1970. */
export function hourOf(now: number): number {
  return Math.floor(now / hourMs);
}
