/** Writes the tables of docs/guides/trustgraph.md that are made of code, between their marks. */
import { readFile, writeFile } from 'node:fs/promises';
import { differenceTable } from './difference-table.ts';
import { parameterTable } from './parameter-table.ts';

const page = new URL('../../../docs/guides/trustgraph.md', import.meta.url);
let text = await readFile(page, 'utf8');
for (const [mark, table] of [
  ['parameters', parameterTable()],
  ['differences', differenceTable()],
] as const) {
  const marked = new RegExp(`(<!-- ${mark} -->\n)[\\s\\S]*?(<!-- /${mark} -->)`);
  text = text.replace(marked, (_all, begin: string, end: string) => `${begin}${table}\n${end}`);
}
await writeFile(page, text);
