import { randomUUID } from 'node:crypto';
import type { Message } from '@agent-mem/contract';
import { seededRandom } from '@agent-mem/testing';
import { expect } from 'vitest';
import { rest } from '../process/rest.ts';

type Shown = readonly Pick<Message, 'id' | 'content' | 'received_at' | 'ordinal'>[];

/**
 * Plays rounds of a tree of conversations, each decided by chance: several of them are written at once while another branches off, then two may be
 * merged, and after that History and Diff must answer what follows from what was written. In the end all are merged into one, which shows every message.
 */
export async function playRandomBranches(url: string, seed: number, rounds: number): Promise<void> {
  const random = seededRandom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const user = `branches-${randomUUID()}`;
  const known = new Map<string, Shown>([['trunk', []]]);
  const closed = new Set<string>();
  /** Behind so many messages a merge has put those of two conversations into the order in which they were received. */
  const sortedFrom = new Map<string, number>();
  const everything: string[] = [];
  const open = () => [...known.keys()].filter((id) => !closed.has(id));
  const anyOf = (ids: readonly string[]) => ids[below(ids.length)] ?? 'trunk';

  const append = async (id: string, content: string) => {
    everything.push(content);
    await rest(url, 'conversations', 'append_message', { conversation_id: id, user, role: 'user', content });
    return content;
  };
  const shownOf = async (conversation_id: string): Promise<Shown> =>
    (await rest(url, 'conversations', 'history', { conversation_id, user, limit: 1_000 })).messages;
  const branch = async (id: string) => {
    const shown = known.get(id) ?? [];
    const at = below(shown.length);
    const asked = { conversation_id: id, user, from_message_id: shown[at]?.id ?? '' };
    const { conversation_id } = await rest(url, 'conversations', 'branch', asked);
    return { conversation_id, shown: shown.slice(0, at + 1) };
  };

  await append('trunk', 'the first');
  known.set('trunk', await shownOf('trunk'));
  for (let round = 0; round < rounds; round += 1) {
    const written = new Set([anyOf(open()), anyOf(open()), anyOf(open())]);
    const writes = [...written].map((id) => Promise.all(Array.from({ length: 4 }, () => append(id, randomUUID()))));
    const [branched, said] = await Promise.all([branch(anyOf(open())), Promise.all(writes)]);
    known.set(branched.conversation_id, branched.shown);
    for (const [index, id] of [...written].entries()) await checkWritten(id, said[index] ?? []);
    await append(branched.conversation_id, randomUUID()).then((content) => checkWritten(branched.conversation_id, [content]));
    if (random() < 0.3) await merge(anyOf(open()), anyOf(open()));
    await checkDiff(anyOf([...known.keys()]), anyOf([...known.keys()]));
  }
  const [last = 'trunk', ...others] = open();
  for (const other of others) await merge(last, other);
  expect((await shownOf(last)).map(({ content }) => content).toSorted()).toEqual(everything.toSorted());

  /** All that it showed and what was written now, each once, in order, without a gap. */
  async function checkWritten(id: string, contents: readonly string[]): Promise<void> {
    const before = known.get(id) ?? [];
    const shown = await shownOf(id);
    expect(shown.map(({ ordinal }) => ordinal)).toEqual(shown.map((_, index) => index + 1));
    expect(new Set(shown.map((each) => each.id)).size).toBe(shown.length);
    expect(shown.map(({ content }) => content).toSorted()).toEqual(
      [...before.map(({ content }) => content), ...contents].toSorted(),
    );
    const fixed = Math.min(sortedFrom.get(id) ?? before.length, before.length);
    expect(idsOf(shown.slice(0, fixed))).toEqual(idsOf(before.slice(0, fixed)));
    if (sortedFrom.has(id)) expect(idsOf(shown.slice(fixed))).toEqual(idsOf(byReceipt(shown.slice(fixed))));
    known.set(id, shown);
  }

  async function merge(id: string, other: string): Promise<void> {
    const [one, two] = [known.get(id) ?? [], known.get(other) ?? []];
    const common = commonLength(one, two);
    if (id === other || common === 0) return;
    const { message_count } = await rest(url, 'conversations', 'merge', { conversation_id: id, branch_id: other, user });
    const after = new Map([...one.slice(common), ...two.slice(common)].map((each) => [each.id, each]));
    expect(message_count).toBe(common + after.size - one.length);
    closed.add(other);
    sortedFrom.set(id, common);
    known.set(id, [...one.slice(0, common), ...byReceipt([...after.values()])]);
    for (const each of [id, other]) expect(idsOf(await shownOf(each))).toEqual(idsOf(known.get(each) ?? []));
  }

  async function checkDiff(id: string, other: string): Promise<void> {
    if (id === other) return;
    const [one, two] = [known.get(id) ?? [], known.get(other) ?? []];
    const common = commonLength(one, two);
    const diff = await rest(url, 'conversations', 'diff', { conversation_id: id, other_conversation_id: other, user });
    const [mine, theirs] = [idsOf(one.slice(common)), idsOf(two.slice(common))];
    expect(diff.common_message_id).toBe(one[common - 1]?.id ?? null);
    expect(idsOf(diff.only_in_conversation)).toEqual(mine.filter((each) => !theirs.includes(each)));
    expect(idsOf(diff.only_in_other)).toEqual(theirs.filter((each) => !mine.includes(each)));
  }
}

function idsOf(messages: readonly { readonly id: string }[]): readonly string[] {
  return messages.map(({ id }) => id);
}

function byReceipt(messages: Shown): Shown {
  const place = ({ received_at, id }: Shown[number]) => `${received_at} ${id}`;
  return messages.toSorted((a, b) => (place(a) < place(b) ? -1 : 1));
}

function commonLength(one: Shown, other: Shown): number {
  const end = one.findIndex(({ id }, index) => id !== other[index]?.id);
  return end < 0 ? one.length : end;
}
