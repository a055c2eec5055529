import type { Variable } from '@agent-mem/runtime';
import { Option } from 'commander';

/** What people read about a variable. */
export type VariableFacts = Pick<Variable<unknown>, 'meaning' | 'unit' | 'defaultText'>;

/** Variables that the same services read. */
export interface VariableGroup {
  /** Their names; `program` is what every process reads. */
  readonly readers: readonly string[];
  readonly variables: Readonly<Record<string, VariableFacts>>;
}

/** A flag for each variable of the group: `--http-port <value>` for HTTP_PORT. */
export function flagsOf({ readers, variables }: VariableGroup): readonly Option[] {
  return Object.entries(variables).map(([name, { meaning, unit, defaultText }]) => {
    const facts = [name, unit === '' ? [] : `in ${unit}`, defaultText === '' ? [] : `default ${defaultText}`].flat().join(', ');
    return new Option(`--${flagName(name)} <value>`, `${meaning} (${facts})`).helpGroup(`Variables of ${readers.join(', ')}:`);
  });
}

/** The values of the flags that were given, by the variables' names. */
export function valuesOfFlags(
  flags: Readonly<Record<string, unknown>>,
  groups: readonly VariableGroup[],
): Readonly<Record<string, string>> {
  const given = groups
    .flatMap(({ variables }) => Object.keys(variables))
    .flatMap((name) => {
      const value = flags[memberName(name)];
      return typeof value === 'string' ? [[name, value]] : [];
    });
  return Object.fromEntries(given);
}

function flagName(variable: string): string {
  return variable.toLowerCase().replaceAll('_', '-');
}

/** The member commander keeps a flag's value under: `httpPort`. */
function memberName(variable: string): string {
  return new Option(`--${flagName(variable)} <value>`).attributeName();
}
