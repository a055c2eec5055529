import { short, table } from '../markdown-table.ts';
import { measurePath, type PathFigures, type PathPlan } from './measure.ts';
import { subjects } from './subject.ts';

const plan: PathPlan = { warmUp: 500, run: 2_000, single: 300, covered: 9 };

/** Measures through how many of our files one request goes and what it takes. The argument `files` names the files as well. */
export async function runPath(args: readonly string[]): Promise<string> {
  if (args.some((arg) => arg !== 'files')) throw new Error('Usage: npm run bench -- path [files]');
  return await measurePaths(plan, args.includes('files'));
}

/** Measures every subject by a plan. Answers the table, and lists where they are wanted. */
export async function measurePaths(by: PathPlan, withFiles: boolean): Promise<string> {
  const rows: PathFigures[] = [];
  for (const subject of subjects) {
    console.error(`${subject.name} …`);
    rows.push(await measurePath(subject, by));
  }
  const head = [
    'one, over HTTP',
    'files until its answer',
    'files in all',
    'of a fleet at rest',
    'CPU ms until its answer',
    'CPU ms in all',
  ];
  const figures = rows.map((row) => [
    row.name,
    ...[row.filesAnswered, row.filesInAll, row.filesIdle].map(({ length }) => length),
    ...[row.cpuAnsweredMs, row.cpuInAllMs].map(short),
  ]);
  return [table(head, figures), ...(withFiles ? rows.map(listed) : [])].join('\n\n');
}

function listed({ name, filesAnswered, filesInAll }: PathFigures): string {
  const after = filesInAll.filter((file) => !filesAnswered.includes(file));
  return [`${name}, until its answer:`, ...filesAnswered, '', `${name}, after it:`, ...after].join('\n');
}
