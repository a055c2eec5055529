import { table } from '../markdown-table.ts';
import { findFields } from './find-fields.ts';
import { halves, loadFacts, loadSchemas } from './load.ts';
import { figuresOf } from './score.ts';

/** Finds the field of each fact of both halves. `--wrong` lists what is not right of the half that rules may be fitted to. */
export async function runProfile(args: readonly string[]): Promise<string> {
  if (args.some((arg) => arg !== '--wrong')) throw new Error('Usage: npm run bench -- profile [--wrong]');
  const schemas = await loadSchemas();
  const rows: (readonly (string | number)[])[] = [];
  const wrong: string[] = [];
  for (const half of halves) {
    const scored = await findFields(await loadFacts(half), schemas);
    const kinds = {
      default: scored.filter((each) => each.schema === 'default'),
      owner: scored.filter((each) => each.schema !== 'default'),
    };
    for (const [kind, each] of Object.entries(kinds)) {
      const { facts, found, right, precision, recall } = figuresOf(each);
      rows.push([half, kind, facts, found, right, precision.toFixed(2), recall.toFixed(2)]);
    }
    if (half === 'dev' && args.includes('--wrong'))
      wrong.push(
        ...scored
          .filter(({ field, found }) => field !== found)
          .map(({ fact, field, found }) => `- ${fact}: ${field}, found ${found}`),
      );
  }
  const head = ['', 'schema', 'facts', 'fields found', 'right', 'precision', 'recall'];
  return [table(head, rows), wrong.join('\n')].filter((part) => part !== '').join('\n\n');
}
