import type { VariableFacts, VariableGroup } from '../command-line/flags.ts';

/** The variables of all services as a table in Markdown, with who reads each. */
export function variableTable(groups: readonly VariableGroup[]): string {
  const rows = groups.flatMap(({ readers, variables }) =>
    Object.entries(variables).map(([name, variable]) => [`\`${name}\``, readers.join(', '), ...factsOf(variable)]),
  );
  return table(['variable', 'read by', 'meaning', 'unit', 'default'], rows);
}

/** The variables that one service reads as a table in Markdown. */
export function serviceVariableTable(variables: VariableGroup['variables']): string {
  const rows = Object.entries(variables).map(([name, variable]) => [`\`${name}\``, ...factsOf(variable)]);
  return table(['variable', 'meaning', 'unit', 'default'], rows);
}

function factsOf({ meaning, unit, defaultText }: VariableFacts): readonly string[] {
  return [meaning, unit, defaultText];
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n');
}
