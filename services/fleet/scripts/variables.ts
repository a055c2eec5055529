/** Writes the tables of variables into the READMEs, between their marks. With `--check`: ends with 1 and names those that differ. */
import { readFile, writeFile } from 'node:fs/promises';
import { variables } from '../src/config.ts';
import { variableGroups } from '../src/flags.ts';
import { crewOf } from '../src/services.ts';
import { serviceVariableTable, variableTable } from '../src/variable-table.ts';

const root = new URL('../../../', import.meta.url);
const marked = /(<!-- variables -->\n)[\s\S]*?(<!-- \/variables -->)/;

const crew = await crewOf([]);
const own = [{ name: 'fleet', variables }, ...crew.services, ...crew.doors].filter(
  (reader) => Object.keys(reader.variables).length > 0,
);
const tables = new Map([
  ['README.md', variableTable(variableGroups(crew))],
  ...own.map((reader) => [`services/${reader.name}/README.md`, serviceVariableTable(reader.variables)] as const),
]);

for (const [path, table] of tables) {
  const text = await readFile(new URL(path, root), 'utf8');
  const written = text.replace(marked, (_all, begin: string, end: string) => `${begin}${table}\n${end}`);
  if (!process.argv.includes('--check')) {
    await writeFile(new URL(path, root), written);
  } else if (written !== text || !marked.test(text)) {
    console.error(`The table of variables in ${path} is not that of the program: run node services/fleet/scripts/variables.ts`);
    process.exitCode = 1;
  }
}
