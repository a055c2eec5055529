import type { Variables } from '@agent-mem/service-kit';
import { Option } from 'commander';
import { variables as own } from './config.ts';
import type { Crew } from './services.ts';

/** Variables of one owner, for a heading in the help. */
export interface VariableGroup {
  readonly owner: string;
  readonly variables: Variables;
}

/** Every variable there is, the program's own first; one that several read is listed with the first of them. */
export function variableGroups(crew: Crew): readonly VariableGroup[] {
  const seen = new Set<string>();
  const groups = [{ name: 'program', variables: own }, ...crew.doors, ...crew.services];
  return groups.flatMap(({ name, variables }) => {
    const unseen = Object.entries(variables).filter(([variable]) => !seen.has(variable));
    for (const [variable] of unseen) seen.add(variable);
    return unseen.length > 0 ? [{ owner: name, variables: Object.fromEntries(unseen) }] : [];
  });
}

/** A flag for each variable of the group: `--http-port <value>` for HTTP_PORT. */
export function flagsOf({ owner, variables }: VariableGroup): readonly Option[] {
  return Object.entries(variables).map(([name, { meaning, unit, defaultText }]) => {
    const facts = [name, unit === '' ? [] : `in ${unit}`, defaultText === '' ? [] : `default ${defaultText}`].flat().join(', ');
    return new Option(`--${flagName(name)} <value>`, `${meaning} (${facts})`).helpGroup(`Variables of ${owner}:`);
  });
}

/** The environment with the flags laid over it, by the variables' names. */
export function withFlags(
  environment: Readonly<Record<string, string | undefined>>,
  flags: Readonly<Record<string, unknown>>,
  groups: readonly VariableGroup[],
): Readonly<Record<string, string | undefined>> {
  const given = groups
    .flatMap(({ variables }) => Object.keys(variables))
    .flatMap((name) => {
      const value = flags[memberName(name)];
      return typeof value === 'string' ? [[name, value]] : [];
    });
  return { ...environment, ...Object.fromEntries(given) };
}

function flagName(variable: string): string {
  return variable.toLowerCase().replaceAll('_', '-');
}

/** The member commander keeps a flag's value under: `httpPort`. */
function memberName(variable: string): string {
  return new Option(`--${flagName(variable)} <value>`).attributeName();
}
