import { startFleet, temporaryDirectory } from '@agent-mem/testing';
import type { Texts } from '../seeded-texts.ts';
import { type Taken, timed } from '../timed.ts';
import { type Filling, fill } from './fill.ts';
import { fts5Floor } from './fts5-floor.ts';
import { memoryHeld } from './memory-held.ts';
import type { Question, Subject } from './subject.ts';

/** What came out for one kind of memory and one number of them. */
export interface RecallFigures {
  readonly subject: string;
  readonly filling: Filling;
  /** Milliseconds for each memory stored, many being under way. */
  readonly fillMs: number;
  /** The first question to a scope after a start: it is loaded then. */
  readonly first: Taken;
  readonly ours: Taken;
  readonly fts5: Taken;
  /** Questions that found nothing. */
  readonly empty: number;
  /** One at a time: the whole operation, and the search index's part of it. */
  readonly store: Taken;
  readonly index: readonly number[];
  /** Bytes a memory that was asked about takes in the process. */
  readonly heldBytes: { readonly live: number; readonly rss: number };
}

/** How often each is done. */
export interface Effort {
  readonly questions: number;
  readonly stores: number;
}

/** Fills a fleet on SQLite, starts another one on its file, and asks it. */
export async function measureRecall(subject: Subject, texts: Texts, filling: Filling, effort: Effort): Promise<RecallFigures> {
  await using directory = await temporaryDirectory();
  const options = { services: [subject.service], bus: 'sqlite', directory: directory.path } as const;
  const fillMs = await filledBefore(subject, texts, filling, options);

  await using fleet = await startFleet(options);
  const { caller } = fleet;
  const questions = questionsOf(texts, filling, effort.questions * 2);
  let empty = 0;
  const ask = async (question: Question | undefined) => {
    if (question && (await subject.ask(caller, question)) === 0) empty += 1;
  };
  const before = await memoryHeld();
  const first = await timed(1, () => ask(questions[0]));
  for (const user of filling.users) await ask({ user, query: texts.question(0) });
  const after = await memoryHeld();
  // Half of the questions warm up.
  await timed(effort.questions, (index) => ask(questions[index]));
  empty = 0;
  const ours = await timed(effort.questions, (index) => ask(questions[effort.questions + index]));

  using floor = fts5Floor(directory.path, texts, filling);
  const askFloor = async (index: number) => floor.ask(questions[index] as Question);
  await timed(effort.questions, askFloor);
  const fts5 = await timed(effort.questions, (index) => askFloor(effort.questions + index));

  const memories = filling.users.length * filling.memoriesOfEach;
  const index = timedPuts(fleet.ports.searchIndex);
  const user = filling.users[0] as string;
  const store = await timed(effort.stores, (index) =>
    subject.store(caller, { user, number: memories + index, text: texts.text(memories + index) }),
  );
  const heldBytes = { live: (after.live - before.live) / memories, rss: (after.rss - before.rss) / memories };
  return { subject: subject.name, filling, fillMs, first, ours, fts5, empty, store, index, heldBytes };
}

async function filledBefore(
  subject: Subject,
  texts: Texts,
  filling: Filling,
  options: Parameters<typeof startFleet>[0],
): Promise<number> {
  await using fleet = await startFleet(options);
  const fillMs = await fill(fleet.caller, subject, texts, filling);
  await fleet.settled();
  return fillMs;
}

/** Spread over all memories. */
function questionsOf(texts: Texts, { users, memoriesOfEach }: Filling, count: number): readonly Question[] {
  const memories = users.length * memoriesOfEach;
  return Array.from({ length: count }, (_, index) => {
    const number = Math.floor((index * memories) / count + index * 7_919) % memories;
    return { user: users[Math.floor(number / memoriesOfEach)] as string, query: texts.question(number) };
  });
}

/** Milliseconds of each `put` from now on. */
function timedPuts(searchIndex: { put(...args: readonly never[]): Promise<void> }): readonly number[] {
  const ms: number[] = [];
  const put = searchIndex.put.bind(searchIndex);
  Object.assign(searchIndex, {
    async put(...args: readonly never[]) {
      const started = performance.now();
      await put(...args);
      ms.push(performance.now() - started);
    },
  });
  return ms;
}
