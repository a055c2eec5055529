import type { VariableFacts, VariableGroup } from '../command-line/flags.ts';

/** A TypeScript module of these groups: the command line reads it instead of loading every service. */
export function variableModule(groups: readonly VariableGroup[]): string {
  return `/** Every variable there is, by who reads it. Made by "npm run generate". */
import type { VariableGroup } from '../command-line/flags.ts';

export const variableGroups: readonly VariableGroup[] = [
${groups.map(groupText).join('\n')}
];
`;
}

function groupText({ readers, variables }: VariableGroup): string {
  const lines = Object.entries(variables).map(([name, variable]) => `      ${name}: ${factsText(variable)},`);
  return `  {\n    readers: ${JSON.stringify(readers)},\n    variables: {\n${lines.join('\n')}\n    },\n  },`;
}

function factsText({ meaning, unit, defaultText }: VariableFacts): string {
  return JSON.stringify({ meaning, unit, defaultText });
}
