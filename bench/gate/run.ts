import { readBaseline, suiteBaseline, writeBaseline } from './baseline.ts';
import { type Comparison, compare } from './compare.ts';
import { suites } from './suites.ts';

/** Compares what is answered now with the baseline. Throws, with the table, if something lost significantly. */
export async function runGate(): Promise<string> {
  const baseline = await readBaseline();
  const lines = ['| suite | n | | difference | 95 % | |', '|---|---|---|---|---|---|'];
  let lost = false;
  for (const { name, k, ask } of suites()) {
    const own = baseline[name];
    if (own === undefined) throw new Error(`${name} is not in the baseline: npm run bench -- baseline`);
    const comparisons = compare(k, await ask(), own);
    lines.push(...comparisons.map((comparison) => lineOf(name, comparison)));
    lost ||= comparisons.some((comparison) => comparison.lost);
  }
  const report = lines.join('\n');
  if (lost)
    throw new Error(`${report}\n\nWhat was found before is not found any more. If it must be so: npm run bench -- baseline`);
  return report;
}

/** Makes what is answered now the baseline. Suites whose data are not here keep theirs. */
export async function runBaseline(): Promise<string> {
  const baseline = { ...(await readBaseline()) };
  const lines: string[] = [];
  for (const { name, ask } of suites()) {
    const answered = await ask();
    baseline[name] = suiteBaseline(answered);
    lines.push(`${name}: ${answered.length} questions`);
  }
  await writeBaseline(baseline);
  return lines.join('\n');
}

function lineOf(name: string, { questions, metric, difference, low, high, lost, worst }: Comparison): string {
  const [mean, from, to] = [difference, low, high].map((value) => value.toFixed(4));
  return `| ${[name, questions, metric, mean, `[${from}, ${to}]`, lost ? `**lost**: ${worst.join(' ')}` : ''].join(' | ')} |`;
}
