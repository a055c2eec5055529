import { type AgentFigures, measureAgent } from './measure.ts';
import { reportOf } from './report.ts';

const plans = {
  long: { sizes: [0, 100, 10_000], questions: 50 },
  short: { sizes: [0, 100], questions: 10 },
} as const;

/** Measures what an invocation adds around its model. The argument `short` leaves the large memory out. */
export async function runAgent(args: readonly string[]): Promise<string> {
  if (args.some((arg) => arg !== 'short')) throw new Error('Usage: npm run bench -- agent [short]');
  const { sizes, questions } = args.includes('short') ? plans.short : plans.long;
  return await measureSizes(sizes, questions);
}

/** Asks so many questions with each number of memories. Answers the tables. */
export async function measureSizes(sizes: readonly number[], questions: number): Promise<string> {
  const rows: AgentFigures[] = [];
  for (const memories of sizes) {
    console.error(`${memories} memories …`);
    rows.push(await measureAgent(memories, questions));
  }
  return reportOf(rows);
}
