import type { Caller } from '@agent-mem/messaging';
import type { Texts } from '../seeded-texts.ts';
import { conversationsOf, type Subject } from './subject.ts';

/** Whose memories, and how many each has. */
export interface Filling {
  readonly users: readonly string[];
  readonly memoriesOfEach: number;
}

/** Conversations that are written to at once. */
const atOnce = 64;

/** Stores every memory through the service. Answers the milliseconds each took on average, many being under way. */
export async function fill(caller: Caller, subject: Subject, texts: Texts, { users, memoriesOfEach }: Filling): Promise<number> {
  const started = performance.now();
  const conversations = users.flatMap((user, index) =>
    conversationsOf(memoriesOfEach).map((numbers) => ({ user, first: index * memoriesOfEach, numbers })),
  );
  const waiting = conversations.values();
  const work = async () => {
    for (const { user, first, numbers } of waiting)
      for (const number of numbers) await subject.store(caller, { user, number, text: texts.text(first + number) });
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return (performance.now() - started) / (users.length * memoriesOfEach);
}
