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

const oneScope = (memoriesOfEach: number): Filling => ({ users: ['all'], memoriesOfEach });
const scopes = (count: number, memoriesOfEach: number): Filling => ({
  users: Array.from({ length: count }, (_, number) => `user-${number}`),
  memoriesOfEach,
});

const plans = {
  long: {
    fillings: [oneScope(1_000), oneScope(10_000), oneScope(100_000), scopes(1_000, 100)],
    questions: 300,
    stores: 200,
    lateCalls: 200,
  },
  short: { fillings: [oneScope(1_000), oneScope(10_000), scopes(20, 100)], questions: 100, stores: 50, lateCalls: 30 },
} as const satisfies Readonly<Record<string, RecallPlan>>;

/** Measures recall through the services beside a bare FTS5 query over the same rows. The argument `short` leaves the large ones out. */
export async function runRecall(args: readonly string[]): Promise<string> {
  if (args.some((arg) => arg !== 'short')) throw new Error('Usage: npm run bench -- recall [short]');
  return await measurePlan(args.includes('short') ? plans.short : plans.long);
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
      recall.push(await measureRecall(subject, texts, filling, plan));
    }
  }
  return reportOf({ recall, overrun, embedding });
}
