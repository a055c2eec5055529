import type { VariableGroup } from './flags.ts';

/** The variables as a table in Markdown, for documents. */
export function variableTable(groups: readonly VariableGroup[]): string {
  const rows = groups.flatMap(({ readers, variables }) =>
    Object.entries(variables).map(
      ([name, { meaning, unit, defaultText }]) =>
        `| \`${name}\` | ${readers.join(', ')} | ${cell(meaning)} | ${unit} | ${cell(defaultText)} |`,
    ),
  );
  return ['| variable | read by | meaning | unit | default |', '|---|---|---|---|---|', ...rows].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|');
}
