import { loadavg } from 'node:os';
import { short, table } from '../markdown-table.ts';
import { measureErasure } from './measure.ts';

const mostFacts = 8_000;
const conversations = 8;

/** Measures how long a prune and purges of the embedded file keep the process from answering others. */
export async function runErasure(args: readonly string[]): Promise<string> {
  const facts = Number(args[0] ?? mostFacts);
  if (args.length > 1 || !Number.isInteger(facts) || facts < conversations)
    throw new Error('Usage: npm run bench -- erasure [facts]');
  const before = loadavg()[0] ?? 0;
  const rows = await measureErasure(facts, conversations);
  const head = [
    'on SQLite, in one process',
    'gone',
    'ms',
    'longest stall, ms',
    'longest turn, CPU ms',
    'longest answer of /health/live, ms',
  ];
  const figures = rows.map((row) => [
    row.name,
    row.gone,
    short(row.ms),
    short(row.longestStallMs),
    short(row.longestCpuMs),
    short(row.longestHealthMs),
  ]);
  const load = [before, loadavg()[0] ?? 0].map((each) => each.toFixed(1)).join(' to ');
  return `${facts} facts of ${conversations} conversations in one scope, load average ${load}\n\n${table(head, figures)}`;
}
