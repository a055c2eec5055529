import { OperationError } from '@agent-mem/contract';
import { scriptedChatModel } from '@agent-mem/llm';
import { startFleet, type TestFleet, type TestFleetOptions } from '@agent-mem/testing';
import { bystanders, type Sequence } from './load.ts';

/** What is believed when a sequence has been told. */
export interface Played {
  readonly sequence: Sequence;
  /** Of each statement, in order: it is believed itself, a fact that was made of it and another is, or neither. */
  readonly believed: readonly ('itself' | 'merged' | 'gone')[];
  /** How many of the bystanders are believed no more. */
  readonly bystandersGone: number;
}

/** Decides nothing. Rules decide in place of a model that refuses or cannot be understood; of one that is away they wait for the answer. */
export const awayModel = scriptedChatModel(() => new OperationError('unavailable', 'The model is away'));

const day = 86_400_000;
const start = Date.UTC(2026, 0, 5, 9);

/** Tells every sequence to the facts service, each in a scope of its own behind the bystanders, a day between two statements. */
export async function play(
  sequences: readonly Sequence[],
  {
    onSequence,
    ...fleetOptions
  }: Pick<TestFleetOptions, 'chatModel' | 'environment'> & {
    readonly onSequence?: (sequence: Sequence) => void;
  } = {},
): Promise<readonly Played[]> {
  await using fleet = await startFleet({ services: ['facts'], ...fleetOptions });
  const played: Played[] = [];
  for (const sequence of sequences) {
    onSequence?.(sequence);
    const others = await storeTexts(fleet, sequence.id, bystanders, start - bystanders.length * day);
    const texts = sequence.facts.map(({ text }) => text);
    const ids = await storeTexts(fleet, sequence.id, texts, start);
    const storedIds = [...others, ...ids];
    const gone = await Promise.all(others.map(async (id) => (await beliefIn(fleet, sequence.id, id, storedIds)) === 'gone'));
    const believed = await Promise.all(
      // A text that was told twice is one fact, and believed once.
      ids.map((id, index) => (ids.indexOf(id) === index ? beliefIn(fleet, sequence.id, id, storedIds) : 'gone')),
    );
    played.push({ sequence, believed, bystandersGone: gone.filter(Boolean).length });
  }
  return played;
}

async function storeTexts(fleet: TestFleet, user: string, texts: readonly string[], from: number): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [index, content] of texts.entries()) {
    const timestamp = new Date(from + index * day).toISOString();
    ids.push((await fleet.caller.call('facts', 'store', { content, user, timestamp })).fact_id);
    await fleet.settled();
  }
  return ids;
}

async function beliefIn(
  fleet: TestFleet,
  user: string,
  id: string,
  storedIds: readonly string[],
): Promise<Played['believed'][number]> {
  const get = async (fact_id: string) => (await fleet.caller.call('facts', 'get', { fact_id, user, include_deleted: true })).fact;
  const fact = await get(id);
  if (fact.status === 'ACTIVE') return 'itself';
  const by = fact.status === 'SUPERSEDED' ? fact.replaced_by : null;
  return by && !storedIds.includes(by) && (await get(by)).status === 'ACTIVE' ? 'merged' : 'gone';
}
