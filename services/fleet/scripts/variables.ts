/** Writes the tables of variables into docs/reference/variables.md and the READMEs, between their marks, and the module that the command line reads them from. With `--check`: ends with 1 and names those that differ. */
import { readFile, writeFile } from 'node:fs/promises';
import { variables } from '../src/config.ts';
import { hostedServices } from '../src/services.ts';
import { variableGroups } from '../src/variables/groups.ts';
import { variableModule } from '../src/variables/module.ts';
import { serviceVariableTable, variableTable } from '../src/variables/table.ts';

const root = new URL('../../../', import.meta.url);
const marked = /(<!-- variables -->\n)[\s\S]*?(<!-- \/variables -->)/;

const hosted = await hostedServices([]);
const own = [{ name: 'fleet', variables }, ...hosted.services, ...hosted.httpPlugins, ...hosted.connectors].filter(
  (reader) => Object.keys(reader.variables).length > 0,
);
const groups = variableGroups(hosted);
const tables = new Map([
  ['docs/reference/variables.md', variableTable(groups)],
  ...own.map((reader) => [`services/${reader.name}/README.md`, serviceVariableTable(reader.variables)] as const),
]);

for (const [path, table] of tables) {
  const text = await readFile(new URL(path, root), 'utf8');
  const written = text.replace(marked, (_all, begin: string, end: string) => `${begin}${table}\n${end}`);
  await put(path, marked.test(text) ? text : null, written);
}
const path = 'services/fleet/src/generated/variables.ts';
await put(path, await readFile(new URL(path, root), 'utf8').catch(() => null), variableModule(groups));

/** Writes what differs from what is there; with `--check` names it instead. */
async function put(path: string, there: string | null, written: string): Promise<void> {
  if (written === there) return;
  if (!process.argv.includes('--check')) return await writeFile(new URL(path, root), written);
  console.error(`The variables in ${path} are not those of the program: run node services/fleet/scripts/variables.ts`);
  process.exitCode = 1;
}
