import { type Command, Help } from 'commander';

/** Commands by what they are for, in the order in which help names them. */
const groups = [
  {
    heading: 'Memory:',
    names: ['chat', 'add', 'search', 'list', 'show', 'edit', 'forget', 'why', 'watch', 'mcp', 'hooks', 'vault'],
  },
  {
    heading: 'Operation:',
    names: [
      'doctor',
      'config',
      'check',
      'reindex',
      'export',
      'import',
      'backup',
      'restore',
      'purge',
      'dead-letters',
      'keys',
      'audit',
      'init',
      'completion',
    ],
  },
] as const;

/** Has the program print its commands on one screen; with `--all` also every flag and variable. */
export function shortenHelp(program: Command, isAll: () => boolean): void {
  program.configureHelp({
    formatHelp: (command, helper) =>
      command === program && !isAll() ? shortHelp(program) : Help.prototype.formatHelp.call(helper, command, helper),
  });
}

/** What `--help` prints. A command that no group names stands at the end of the last. */
function shortHelp(program: Command): string {
  const named = new Set<string>(groups.flatMap(({ names }) => names));
  const rest = program.commands.filter((command) => !named.has(command.name()));
  const sections = groups.map(({ heading, names }, i) => {
    const commands = names.flatMap((name) => program.commands.find((command) => command.name() === name) ?? []);
    const listed = i === groups.length - 1 ? [...commands, ...rest] : commands;
    return [heading, ...listed.map(rowOf)].join('\n');
  });
  return [
    'Usage: agent-mem [service…] [flags]  starts the fleet; or agent-mem <command>\n' +
      'Each variable is a flag, as --http-port: --help --all lists them. --version.',
    ...sections,
    // One screen has no room for empty lines.
  ].join('\n');
}

function rowOf(command: Command): string {
  const parameters = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return `  ${[command.name(), ...parameters].join(' ').padEnd(20)}  ${firstClause(command.description())}`;
}

const columns = 56;

/** What a description says before its details, as far as it fits beside the name. */
function firstClause(description: string): string {
  const clause = description.split(/[:;(]/, 1).join('').trim();
  const end = clause.lastIndexOf(',', columns);
  return clause.length <= columns || end < 0 ? clause : clause.slice(0, end);
}
