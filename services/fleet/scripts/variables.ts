/** Writes the table of all variables into the README, between its marks. With `--check`: ends with 1 if it is another there. */
import { readFile, writeFile } from 'node:fs/promises';
import { variableGroups } from '../src/flags.ts';
import { crewOf } from '../src/services.ts';
import { variableTable } from '../src/variable-table.ts';

const readme = new URL('../../../README.md', import.meta.url);
const marked = /(<!-- variables -->\n)[\s\S]*?(<!-- \/variables -->)/;

const text = await readFile(readme, 'utf8');
const table = variableTable(variableGroups(await crewOf([])));
const written = text.replace(marked, (_all, begin: string, end: string) => `${begin}${table}\n${end}`);
if (process.argv.includes('--check')) {
  if (written !== text) {
    console.error('The table of variables in README.md is not that of the program: run node services/fleet/scripts/variables.ts');
    process.exitCode = 1;
  }
} else {
  await writeFile(readme, written);
}
