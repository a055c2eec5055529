import type { Variables } from '@agent-mem/runtime';
import type { VariableGroup } from '../command-line/flags.ts';
import { variables as programVariables } from '../config.ts';

/** Something that is hosted, as far as its variables go. */
interface Reader {
  readonly name: string;
  readonly variables: Variables;
}

/** Every variable there is, once, by who reads it; the program's own first. */
export function variableGroups(hosted: {
  readonly services: readonly Reader[];
  readonly httpPlugins: readonly Reader[];
  readonly connectors: readonly Reader[];
}): readonly VariableGroup[] {
  const readers = new Map<string, string[]>();
  const definitions: Record<string, Variables[string]> = {};
  const own = { name: 'program', variables: programVariables };
  for (const { name: reader, variables } of [own, ...hosted.httpPlugins, ...hosted.services, ...hosted.connectors]) {
    for (const [name, definition] of Object.entries(variables)) {
      readers.set(name, [...(readers.get(name) ?? []), reader]);
      definitions[name] ??= definition;
    }
  }
  const groups = Map.groupBy(Object.entries(definitions), ([name]) => readers.get(name)?.join(', ') ?? '');
  return [...groups].map(([names, entries]) => ({ readers: names.split(', '), variables: Object.fromEntries(entries) }));
}
