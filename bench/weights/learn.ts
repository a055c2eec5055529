import type { Question } from '../locomo/load.ts';
import { recallAt } from '../ranking-metrics.ts';
import type { Asker } from './asker.ts';
import type { Fold } from './folds.ts';

/** Recall@10 of a question before and after the feedback. */
export interface Change {
  readonly before: number;
  readonly after: number;
}

/** What feedback did to the questions of a fold. */
export interface Learned {
  readonly twins: readonly Change[];
  readonly others: readonly Change[];
}

/** An evaluator looks at so many answers. */
const judged = 20;
const k = 10;

/** Asks, has an evaluator reward the evidence of each original once, and asks again. */
export async function learn(asker: Asker, { learned, others }: Fold): Promise<Learned> {
  const twins = learned.map(({ twin }) => twin);
  const [twinsBefore, othersBefore] = [await recallsOf(asker, twins), await recallsOf(asker, others)];
  for (const original of new Set(learned.map((each) => each.original))) {
    await asker.judge(await asker.ask(original.text, judged), [...original.evidence], 1);
  }
  const [twinsAfter, othersAfter] = [await recallsOf(asker, twins), await recallsOf(asker, others)];
  return { twins: changes(twinsBefore, twinsAfter), others: changes(othersBefore, othersAfter) };
}

async function recallsOf(asker: Asker, questions: readonly Question[]): Promise<readonly number[]> {
  const recalls: number[] = [];
  for (const { text, evidence } of questions) recalls.push(recallAt(k, (await asker.ask(text, k)).found, evidence));
  return recalls;
}

function changes(before: readonly number[], after: readonly number[]): readonly Change[] {
  return before.map((value, index) => ({ before: value, after: after[index] ?? Number.NaN }));
}
