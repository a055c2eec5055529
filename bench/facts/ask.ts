import type { Person, Question } from './load.ts';
import { type Memory, membersOf } from './memory.ts';

/** A question with what was found. */
export interface Asked {
  readonly question: Question;
  /** The data set's ids, best first, at most ten. */
  readonly found: readonly string[];
  /** Best score, as the receipt has it; 0: nothing was found. */
  readonly best: number;
  readonly ms: number;
}

/** Puts every question of a person to the services. */
export async function askServices(
  memory: Memory,
  person: Person,
  parameters: Readonly<Record<string, number>> = {},
): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  for (const question of person.questions) {
    const started = performance.now();
    const { records, receipt } = await answerTo(memory, person, question, parameters);
    const ms = performance.now() - started;
    const found = records.map(({ id }) => memory.nameOf(id));
    asked.push({ question, found, best: receipt?.best_score ?? 0, ms });
  }
  return asked;
}

/** On a busy machine no stage is to be dropped: what is measured here is what is found. */
const timeoutMs = 60_000;

async function answerTo(
  { fleet: { caller } }: Memory,
  person: Person,
  { of, text }: Question,
  parameters: Readonly<Record<string, number>>,
) {
  const request = { ...membersOf(person, of), query: text, top_k: 10, parameters };
  if (of === 'facts') {
    const { facts, receipt } = await caller.call('facts', 'retrieve', request, { timeoutMs });
    return { records: facts, receipt };
  }
  const { episodes, receipt } = await caller.call('episodes', 'retrieve', request, { timeoutMs });
  return { records: episodes, receipt };
}
