import { pageWith } from '../../../scripts/page-with.ts';
import { variables } from '../src/config.ts';
import { hostedServices } from '../src/services.ts';
import { variableGroups } from '../src/variables/groups.ts';
import { variableModule } from '../src/variables/module.ts';
import { serviceVariableTable, variableTable } from '../src/variables/table.ts';

/** The tables of variables in docs and READMEs, and the module that the command line reads them from. */
export async function generated(): Promise<ReadonlyMap<URL, string>> {
  const hosted = await hostedServices([]);
  const own = [{ name: 'fleet', variables }, ...hosted.services, ...hosted.httpPlugins, ...hosted.connectors].filter(
    (reader) => Object.keys(reader.variables).length > 0,
  );
  const groups = variableGroups(hosted);
  return new Map([
    await pageWith('docs/reference/variables.md', { variables: variableTable(groups) }),
    ...(await Promise.all(
      own.map((reader) => pageWith(`services/${reader.name}/README.md`, { variables: serviceVariableTable(reader.variables) })),
    )),
    [new URL('../src/generated/variables.ts', import.meta.url), variableModule(groups)],
  ]);
}
