import { table } from '../markdown-table.ts';
import { answeredSets, loadAnswered } from './answered.ts';
import { learnAnswered, readers } from './learn-answered.ts';
import { figuresOf } from './score.ts';

/** What is learned of each set of conversations with answers, by each reader. */
export async function runAnswered(): Promise<string> {
  const rows: (readonly (string | number)[])[] = [];
  for (const set of answeredSets) {
    const conversations = await loadAnswered(set);
    for (const reader of readers) {
      const { facts, learned, precision, recall } = figuresOf(await learnAnswered(conversations, reader));
      rows.push([set, reader, facts, learned, precision.toFixed(2), recall.toFixed(2)]);
    }
  }
  return table(['', 'read by', 'facts', 'learned', 'precision', 'recall'], rows);
}
