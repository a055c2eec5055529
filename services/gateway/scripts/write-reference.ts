/** Writes docs/reference/operations.md, events.md and errors.md, and the operations in docs/explanation/privacy.md, from the contract. With `--check`: ends with 1 and names those that differ. */
import { readFile, writeFile } from 'node:fs/promises';
import { errorTable, eventTable, operationTables, privacyTable } from './reference-tables.ts';

const folder = new URL('../../../docs/', import.meta.url);
const tables = {
  'reference/operations': operationTables(),
  'reference/events': eventTable(),
  'reference/errors': errorTable(),
  'explanation/privacy': privacyTable(),
};

for (const [page, table] of Object.entries(tables)) {
  const mark = page.split('/').at(-1);
  const marked = new RegExp(`(<!-- ${mark} -->\n)[\\s\\S]*?(<!-- /${mark} -->)`);
  await put(new URL(`${page}.md`, folder), (text) =>
    text.replace(marked, (_all, begin: string, end: string) => `${begin}${table}\n${end}`),
  );
}

/** Writes what differs from what is there; with `--check` names it instead. */
async function put(page: URL, written: (text: string) => string): Promise<void> {
  const text = await readFile(page, 'utf8');
  if (written(text) === text) return;
  if (!process.argv.includes('--check')) return await writeFile(page, written(text));
  console.error(`${page.pathname} differs from the contract: run npm run generate`);
  process.exitCode = 1;
}
