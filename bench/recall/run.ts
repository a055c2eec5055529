import { seededTexts } from '../seeded-texts.ts';
import { measureEmbedding } from './embedding.ts';
import type { Filling } from './fill.ts';
import { type Effort, measureRecall, type RecallFigures } from './measure.ts';
import { measureOverrun } from './overrun.ts';
import { reportOf } from './report.ts';
import { facts, messages } from './subject.ts';

/** How much of everything. */
export interface RecallPlan extends Effort {
  readonly fillings: readonly Filling[];
  readonly lateCalls: number;
}

const everything = ['1000', '10000', '100000', '1000x100'];
const effort = { questions: 300, stores: 200, lateCalls: 100 };

/**
 * Measures recall through the services beside a bare FTS5 query over the same rows. Arguments are numbers of memories: `10000` in one
 * scope, or `1000x100`, a hundred in each of a thousand. None: all of the README's, which takes some minutes.
 */
export async function runRecall(args: readonly string[]): Promise<string> {
  const fillings = (args.length === 0 ? everything : args).map(fillingOf);
  return await measurePlan({ fillings, ...effort });
}

function fillingOf(size: string): Filling {
  const [, scopes, memories] = /^(?:(\d+)x)?(\d+)$/.exec(size) ?? [];
  const memoriesOfEach = Number(memories);
  if (!(memoriesOfEach > 0)) throw new Error('Usage: npm run bench -- recall [10000 | 1000x100] …');
  return { users: Array.from({ length: Number(scopes ?? 1) }, (_, number) => `user-${number}`), memoriesOfEach };
}

/** Carries a plan out. Answers its tables. */
export async function measurePlan(plan: RecallPlan): Promise<string> {
  const texts = seededTexts(5);
  const embedding = await measureEmbedding(texts, plan.questions);
  const overrun = [];
  for (const subject of [facts, messages]) {
    for (const storeMs of [30, 400]) {
      overrun.push({ ...(await measureOverrun(subject, texts, storeMs, plan.lateCalls)), subject: subject.name });
    }
  }
  const recall: RecallFigures[] = [];
  for (const filling of plan.fillings) {
    for (const subject of [facts, messages]) {
      console.error(`${subject.name}: ${filling.users.length} × ${filling.memoriesOfEach} …`);
      const figures = await measureRecall(subject, texts, filling, plan);
      // A large one takes minutes: a run that is ended before the others has this.
      console.error(reportOf({ recall: [figures], overrun: [], embedding: null }));
      recall.push(figures);
    }
  }
  return reportOf({ recall, overrun, embedding });
}
