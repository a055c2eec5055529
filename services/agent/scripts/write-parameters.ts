/** Writes the table of parameters into docs/trustgraph.md, between its marks. */
import { readFile, writeFile } from 'node:fs/promises';
import { parameterTable } from './parameter-table.ts';

const page = new URL('../../../docs/trustgraph.md', import.meta.url);
const marked = /(<!-- parameters -->\n)[\s\S]*?(<!-- \/parameters -->)/;
const text = await readFile(page, 'utf8');
await writeFile(
  page,
  text.replace(marked, (_all, begin: string, end: string) => `${begin}${parameterTable()}\n${end}`),
);
