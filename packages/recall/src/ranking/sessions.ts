/** Something that was said, and in which conversation. */
export interface Said {
  readonly conversationId: string | null;
  /** ISO 8601. */
  readonly timestamp: string;
}

/** A longer pause ends a session, in milliseconds. */
const gapMs = 3_600_000;

/** The session of each item, by a key: what was said in one conversation without a long pause is of one session. */
export function sessionsOf<Item extends Said>(items: readonly Item[]): ReadonlyMap<Item, string> {
  const keys = new Map<Item, string>();
  const byConversation = Map.groupBy(items, ({ conversationId }) => conversationId);
  for (const [conversationId, said] of byConversation) {
    let [session, before] = [0, Number.NaN];
    for (const item of said.toSorted((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp))) {
      const at = Date.parse(item.timestamp);
      if (at - before > gapMs) session += 1;
      before = at;
      keys.set(item, `${session} ${conversationId}`);
    }
  }
  return keys;
}

/** When a session was, to the minute (UTC), and in which conversation where that is not the one that is shown. */
export function sessionHeading({ conversationId, timestamp }: Said): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(new Date(timestamp).toISOString()) ?? [];
  return `${day} ${time}${conversationId === null ? '' : `, conversation ${conversationId.replace(/\s+/g, ' ')}`}`;
}
