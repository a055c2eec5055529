/** Writes docs/reference/operations.md, events.md and errors.md from the contract. With `--check`: ends with 1 and names those that differ. */
import { readFile, writeFile } from 'node:fs/promises';
import { errorTable, eventTable, operationTables } from './reference-tables.ts';

const folder = new URL('../../../docs/reference/', import.meta.url);
const tables = { operations: operationTables(), events: eventTable(), errors: errorTable() };

for (const [mark, table] of Object.entries(tables)) {
  const page = new URL(`${mark}.md`, folder);
  const text = await readFile(page, 'utf8');
  const marked = new RegExp(`(<!-- ${mark} -->\n)[\\s\\S]*?(<!-- /${mark} -->)`);
  const written = text.replace(marked, (_all, begin: string, end: string) => `${begin}${table}\n${end}`);
  if (written === text && marked.test(text)) continue;
  if (process.argv.includes('--check') || !marked.test(text)) {
    console.error(`docs/reference/${mark}.md differs from the contract: run npm run generate`);
    process.exitCode = 1;
  } else await writeFile(page, written);
}
