import { hourMs, minuteOf } from '@agent-mem/contract';

/** Something that was said, and in which conversation. */
export interface Said {
  readonly conversationId: string | null;
  /** ISO 8601. */
  readonly timestamp: string;
  /** Its place in the conversation; absent: it has none. */
  readonly ordinal?: number;
}

/** A longer pause ends a session, in milliseconds. */
const gapMs = hourMs;

/** The session of each item, by a key: what was said in one conversation without a long pause is of one session. */
export function sessionsOf<Item extends Said>(items: readonly Item[]): ReadonlyMap<Item, string> {
  const keys = new Map<Item, string>();
  const byConversation = Map.groupBy(items, ({ conversationId }) => conversationId);
  for (const [conversationId, said] of byConversation) {
    let [session, before] = [0, Number.NaN];
    for (const item of inTime(said)) {
      const at = timeOf(item);
      if (at - before > gapMs) session += 1;
      before = at;
      keys.set(item, `${session} ${conversationId}`);
    }
  }
  return keys;
}

/** The items by when they were said; what was said at once, as messages that were appended together, by its place in the conversation. */
export function inTime<Item extends Pick<Said, 'timestamp' | 'ordinal'>>(items: readonly Item[]): readonly Item[] {
  const timed = items.map((item) => ({ item, at: timeOf(item), ordinal: item.ordinal ?? 0 }));
  return timed.sort((a, b) => a.at - b.at || a.ordinal - b.ordinal).map(({ item }) => item);
}

/** What has no time that can be read comes first. */
function timeOf({ timestamp }: Pick<Said, 'timestamp'>): number {
  return Date.parse(timestamp) || 0;
}

/** When a session was, to the minute (UTC), and in which conversation where that is not the one that is shown. */
export function sessionHeading({ conversationId, timestamp }: Said): string {
  const when = minuteOf(timestamp) || 'Some time ago';
  return `${when}${conversationId === null ? '' : `, conversation ${conversationId.replace(/\s+/g, ' ')}`}`;
}
