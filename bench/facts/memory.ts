import { type Clock, systemClock } from '@agent-mem/contract';
import { startFleet, type TestFleet } from '@agent-mem/testing';
import type { EpisodeRecord, FactRecord, Person, Question } from './load.ts';

/** A fleet that remembers what the people of the data set told. */
export interface Memory extends AsyncDisposable {
  readonly fleet: TestFleet;
  /** The data set's id of what a service answers. */
  nameOf(id: string): string;
}

/** When the questions are asked, in milliseconds since 1970: a fortnight after the last of the memories, whatever day it is here. */
export const askedAt = Date.UTC(2026, 10, 1, 12);

const clock: Clock = { now: () => askedAt + Math.floor(performance.now()), sleep: systemClock.sleep };

/** Stores all with their times: facts in a scope for each person, episodes in one for each split, as of an agent that works for five people. */
export async function openMemory(people: readonly Person[], bus: 'memory' | 'sqlite'): Promise<Memory> {
  await using stack = new AsyncDisposableStack();
  const fleet = stack.use(await startFleet({ services: ['facts', 'episodes'], bus, clock }));
  const names = new Map<string, string>();
  for (const person of people) {
    for (const fact of byTime(person.facts)) names.set(await storeFact(fleet, person, fact), fact.id);
    for (const episode of byTime(person.episodes)) names.set(await storeEpisode(fleet, person, episode), episode.id);
  }
  await fleet.settled();
  const opened = stack.move();
  return { fleet, nameOf: (id) => names.get(id) ?? '', [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** The scope in which what a person asks after lies. */
export function membersOf({ person, split }: Person, of: Question['of']) {
  return { workspace: 'bench', user: of === 'facts' ? person : split, collection: of };
}

async function storeFact(fleet: TestFleet, person: Person, fact: FactRecord): Promise<string> {
  const { fact_id } = await fleet.caller.call('facts', 'store', {
    ...membersOf(person, 'facts'),
    content: fact.text,
    timestamp: fact.timestamp,
    subject: fact.subject,
    source: fact.conversation_id ?? '',
    conversation_id: fact.conversation_id ?? null,
  });
  return fact_id;
}

async function storeEpisode(fleet: TestFleet, person: Person, episode: EpisodeRecord): Promise<string> {
  const { goal, steps, outcome, lessons, success, timestamp, conversation_id = null } = episode;
  const story = { goal, steps: [...steps], outcome, lessons, success, timestamp, conversation_id };
  const { episode_id } = await fleet.caller.call('episodes', 'store', { ...membersOf(person, 'episodes'), ...story });
  return episode_id;
}

function byTime<Record extends { readonly timestamp: string }>(records: readonly Record[]): readonly Record[] {
  return records.toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
}
