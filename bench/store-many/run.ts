import { short, table } from '../markdown-table.ts';
import { measureStoreMany, type StoreManyFigures, type StoreManyPlan, subjects } from './measure.ts';

const plan: StoreManyPlan = { facts: 1_000, warmUp: 1, requests: 5 };

/** Measures how many facts a second are stored and embedded, many at once and one by one. */
export async function runStoreMany(args: readonly string[]): Promise<string> {
  if (args.length > 0) throw new Error('Usage: npm run bench -- store-many');
  return await measureAll(plan);
}

/** Measures both ways by a plan. Answers the table. */
export async function measureAll(by: StoreManyPlan): Promise<string> {
  const rows: StoreManyFigures[] = [];
  for (const subject of subjects) {
    console.error(`${subject.name} …`);
    rows.push(await measureStoreMany(subject, by));
  }
  const title = `${by.requests} times ${by.facts} facts, each time of another user`;
  const head = [
    'over HTTP',
    'facts a second until they are answered',
    'and compared with what is known',
    'CPU ms of a thousand until they are answered',
    'answered without a vector',
  ];
  const figures = rows.map((row) => [
    row.name,
    short(row.perSecond),
    short(row.perSecondInAll),
    short(row.cpuMs),
    row.unembedded,
  ]);
  return `${title}\n\n${table(head, figures)}`;
}
