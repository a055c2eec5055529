import { startFleet } from '@agent-mem/testing';
import { loadPeople, type Person } from '../facts/load.ts';
import type { Share } from './measure.ts';

/** What local rules make of whole memories. */
export interface PeopleMeasured {
  readonly split: Person['split'];
  readonly people: number;
  /** Facts that nothing made a thing of the past, and that are believed no more. */
  readonly wrongRetires: Share;
  /** Facts that a later one made things of the past, and that are still believed. */
  readonly missedUpdates: Share;
  /** What was retired wrongly. */
  readonly wrong: readonly string[];
}

/** Tells the ten memories of `bench/facts` to the facts service without a model, each in a scope of its own, in the order of their times. */
export async function measurePeople(): Promise<readonly PeopleMeasured[]> {
  await using fleet = await startFleet({ services: ['facts'] });
  const people = await loadPeople();
  const measured: PeopleMeasured[] = [];
  for (const split of ['dev', 'held-out'] as const) {
    const own = people.filter((person) => person.split === split);
    const stored = (await Promise.all(own.map((person) => storeFacts(person)))).flat();
    const [past, present] = [stored.filter(({ isPast }) => isPast), stored.filter(({ isPast }) => !isPast)];
    const wrong = present.filter(({ isBelieved }) => !isBelieved).map(({ text }) => text);
    measured.push({
      split,
      people: own.length,
      wrongRetires: { count: wrong.length, of: present.length },
      missedUpdates: { count: past.filter(({ isBelieved }) => isBelieved).length, of: past.length },
      wrong,
    });
  }
  return measured;

  async function storeFacts({ person: user, facts }: Person) {
    const past = new Set(facts.flatMap(({ supersedes = [] }) => supersedes));
    const ids = new Map<string, string>();
    for (const { id, text: content, timestamp } of facts.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1))) {
      ids.set(id, (await fleet.caller.call('facts', 'store', { content, timestamp, user })).fact_id);
      await fleet.settled();
    }
    const believed = new Set((await fleet.caller.call('facts', 'list', { user, limit: 100 })).facts.map(({ id }) => id));
    return facts.map(({ id, text }) => ({ text, isPast: past.has(id), isBelieved: believed.has(ids.get(id) ?? '') }));
  }
}
