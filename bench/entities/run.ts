import { table } from '../markdown-table.ts';
import { findNames, joinPairs } from './find-names.ts';
import { halves, loadPairs, loadSentences } from './load.ts';
import { type Figures, figuresOfNames, figuresOfPairs, wrongOf } from './score.ts';

/** Finds the names of the sentences of both halves and joins their pairs. `--wrong` lists what is not right of the half that rules may be fitted to. */
export async function runEntities(args: readonly string[]): Promise<string> {
  if (args.some((arg) => arg !== '--wrong')) throw new Error('Usage: npm run bench -- entities [--wrong]');
  const rows: (readonly (string | number)[])[] = [];
  const wrong: string[] = [];
  for (const half of halves) {
    const sentences = await findNames(await loadSentences(half));
    const pairs = await joinPairs(await loadPairs(half));
    const isEnglish = ({ language }: { readonly language: string }) => language === 'en';
    rows.push(rowOf(half, 'names, English', figuresOfNames(sentences.filter(isEnglish))));
    rows.push(rowOf(half, 'names, other languages', figuresOfNames(sentences.filter((each) => !isEnglish(each)))));
    rows.push(rowOf(half, 'pairs', figuresOfPairs(pairs)));
    if (half === 'held-out' || !args.includes('--wrong')) continue;
    for (const sentence of sentences) {
      const { missed, extra } = wrongOf(sentence);
      if (missed.length + extra.length > 0)
        wrong.push(`- ${sentence.text}: missed ${missed.join(', ')}; wrong ${extra.join(', ')}`);
    }
    for (const { one, other, joined, found } of pairs)
      if (joined !== found) wrong.push(`- ${one} / ${other}: ${found ? 'joined' : 'not joined'}`);
  }
  const head = ['', '', 'there', 'found', 'right', 'precision', 'recall'];
  return [table(head, rows), wrong.join('\n')].filter((part) => part !== '').join('\n\n');
}

function rowOf(half: string, what: string, { there, found, right, precision, recall }: Figures): readonly (string | number)[] {
  return [half, what, there, found, right, precision.toFixed(2), recall.toFixed(2)];
}
