import { countTokens } from '@agent-mem/recall/ranking';
import { table } from '../markdown-table.ts';
import { appendTimes } from './append-times.ts';
import { halves, loadQuestions } from './load.ts';
import { maxTokens, type Shown, show } from './show.ts';

/** Shows how much of what is asked of a long output stands in the context, and what a trace of many steps costs. */
export async function runWorkingMemory(args: readonly string[]): Promise<string> {
  if (args.length > 0) throw new Error('Usage: npm run bench -- working-memory');
  const rows: (readonly (string | number)[])[] = [];
  for (const half of halves) {
    const shown = await show(await loadQuestions(half));
    const byFile = Map.groupBy(shown, ({ question }) => question.file);
    if (half === 'dev') for (const [file, own] of byFile) rows.push(rowOf(`dev: ${file}`, own));
    rows.push(rowOf(`**${half}**`, shown));
  }
  const answers = table(
    [
      '',
      'questions',
      'tokens whole',
      `tokens of at most ${maxTokens}`,
      'fewer',
      'answers in context',
      'in context or first page',
      'head only',
    ],
    rows,
  );
  return `${answers}\n\n${await appendTimes()}`;
}

function rowOf(name: string, shown: readonly Shown[]): readonly (string | number)[] {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const [full, kept] = [
    sum(shown.map(({ fullTokens }) => fullTokens)),
    sum(shown.map(({ byService }) => countTokens(byService))),
  ];
  const found = (way: 'byService' | 'headOnly') => shown.filter((each) => each[way].includes(each.question.planted)).length;
  const either = shown.filter(({ byService, firstPage, question }) => `${byService}\n${firstPage}`.includes(question.planted));
  const mean = (tokens: number) => Math.round(tokens / shown.length);
  const fewer = `${Math.round((1 - kept / full) * 100)} %`;
  return [
    name,
    shown.length,
    mean(full),
    mean(kept),
    fewer,
    `${found('byService')} of ${shown.length}`,
    either.length,
    found('headOnly'),
  ];
}
