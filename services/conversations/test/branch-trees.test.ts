import { seededRandom, turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { startConversations } from './start-conversations.ts';

/** What each conversation should show: ids of messages in order. */
type Model = Map<string, readonly string[]>;

function commonLength(one: readonly string[], other: readonly string[]): number {
  const end = one.findIndex((id, index) => id !== other[index]);
  return end < 0 ? one.length : end;
}

/** One run of appends, branches and merges at random, each followed by a look at one conversation from both ends and at one pair. */
async function playTree(seed: number): Promise<void> {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  const { call } = conversations;
  const model: Model = new Map([['c1', []]]);
  const createdAt = new Map<string, string>();
  const merged = new Set<string>();
  /** Behind so many messages a merge has put those of two conversations into the order in which they were received. */
  const sortedFrom = new Map<string, number>();
  const oneOf = (ids: readonly string[]) => ids[below(ids.length)] ?? 'c1';
  const open = () => [...model.keys()].filter((id) => !merged.has(id));

  for (let step = 0; step < 60; step += 1) {
    // Some messages are received within one millisecond.
    if (random() < 0.7) await clock.advance(1 + below(3));
    const id = oneOf(open());
    const shown = model.get(id) ?? [];
    const what = random();
    if (what < 0.6 || shown.length === 0) {
      const { message_id, ordinal } = await call('append_message', { conversation_id: id, role: 'user', content: `${step}` });
      expect(ordinal).toBe(shown.length + 1);
      createdAt.set(message_id, new Date(clock.now()).toISOString());
      model.set(id, inOrder(id, [...shown, message_id]));
    } else if (what < 0.8) {
      const at = below(shown.length);
      const { conversation_id } = await call('branch', { conversation_id: id, from_message_id: shown[at] ?? '' });
      model.set(conversation_id, shown.slice(0, at + 1));
    } else {
      const other = oneOf(open());
      const others = model.get(other) ?? [];
      const common = commonLength(shown, others);
      if (other === id || common === 0) continue;
      const after = [...new Set([...shown.slice(common), ...others.slice(common)])].sort(byReceipt);
      const { message_count } = await call('merge', { conversation_id: id, branch_id: other });
      expect(message_count).toBe(common + after.length - shown.length);
      model.set(id, [...shown.slice(0, common), ...after]);
      merged.add(other);
      sortedFrom.set(id, common);
    }
    await checkHistory(oneOf([...model.keys()]));
    await checkDiff(oneOf([...model.keys()]), oneOf([...model.keys()]));
  }

  function inOrder(id: string, shown: readonly string[]): readonly string[] {
    const from = sortedFrom.get(id) ?? shown.length;
    return [...shown.slice(0, from), ...shown.slice(from).sort(byReceipt)];
  }

  function byReceipt(a: string, b: string): number {
    const [first, second] = [createdAt.get(a) ?? '', createdAt.get(b) ?? ''];
    return first < second || (first === second && a < b) ? -1 : 1;
  }

  async function checkHistory(id: string): Promise<void> {
    const expected = model.get(id) ?? [];
    if (expected.length === 0) return;
    for (const newest_first of [false, true]) {
      const seen: string[] = [];
      const ordinals: number[] = [];
      let cursor: string | null = null;
      do {
        const page: Awaited<ReturnType<typeof historyPage>> = await historyPage(id, newest_first, cursor);
        seen.push(...page.messages.map((message) => message.id));
        ordinals.push(...page.messages.map(({ ordinal }) => ordinal));
        cursor = page.next_cursor;
      } while (cursor !== null);
      const places = expected.map((_, index) => index + 1);
      expect(seen).toEqual(newest_first ? expected.toReversed() : expected);
      expect(ordinals).toEqual(newest_first ? places.toReversed() : places);
    }
  }

  async function historyPage(conversation_id: string, newest_first: boolean, cursor: string | null) {
    return await call('history', { conversation_id, newest_first, cursor, limit: 1 + below(20) });
  }

  async function checkDiff(id: string, other: string): Promise<void> {
    const [one = [], two = []] = [model.get(id), model.get(other)];
    if (id === other || one.length === 0 || two.length === 0) return;
    const common = commonLength(one, two);
    const diff = await call('diff', { conversation_id: id, other_conversation_id: other });
    const rests = [one.slice(common), two.slice(common)] as const;
    expect(diff.common_message_id).toBe(one[common - 1] ?? null);
    expect(diff.only_in_conversation.map((message) => message.id)).toEqual(rests[0].filter((each) => !rests[1].includes(each)));
    expect(diff.only_in_other.map((message) => message.id)).toEqual(rests[1].filter((each) => !rests[0].includes(each)));
  }
}

test.each(Array.from({ length: 12 }, (_, index) => index + 1))(
  'a random tree of branches and merges shows each message once, in order (%i)',
  playTree,
);
