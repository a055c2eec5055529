import { short, table } from '../markdown-table.ts';
import { measureVault } from './measure.ts';

const files = 10_000;

/** Measures how long a vault of 10,000 facts takes to be written, scanned and taken in. */
export async function runVault(args: readonly string[]): Promise<string> {
  if (args.length > 0) throw new Error('Usage: npm run bench -- vault');
  const figures = await measureVault(files);
  return table(
    [`${files} files`, 'seconds'],
    figures.map(({ what, seconds }) => [what, short(seconds)]),
  );
}
