import { OperationError } from '@agent-mem/contract';
import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { slashHelp } from '../chat/slash/slash-commands.ts';
import { addAudit } from '../commands/audit.ts';
import { addBackup } from '../commands/backup.ts';
import { addCheck } from '../commands/check.ts';
import { addHooks } from '../commands/clients/hooks.ts';
import { addMcp } from '../commands/clients/mcp.ts';
import { addConfig } from '../commands/config.ts';
import { addDeadLetters } from '../commands/dead-letters.ts';
import { addDoctor } from '../commands/doctor.ts';
import { addExport } from '../commands/export.ts';
import { addImport } from '../commands/import.ts';
import { addInit } from '../commands/init.ts';
import { addKeys } from '../commands/keys.ts';
import { addAdd } from '../commands/memory/add.ts';
import { addEdit } from '../commands/memory/edit.ts';
import { addForget } from '../commands/memory/forget.ts';
import { addList } from '../commands/memory/list.ts';
import { addSearch } from '../commands/memory/search.ts';
import { addShow } from '../commands/memory/show.ts';
import { addWatch } from '../commands/memory/watch.ts';
import { addWhy } from '../commands/memory/why.ts';
import { addPurge } from '../commands/purge.ts';
import { addReindex } from '../commands/reindex.ts';
import { addRestore } from '../commands/restore.ts';
import { refuseBlankNames } from '../commands/scope-flags.ts';
import { addVault } from '../commands/vault.ts';
import { variableGroups } from '../generated/variables.ts';
import { StartFailed, UsedWrongly } from '../refusal.ts';
import { hostable } from '../services.ts';
import { layered } from '../settings-file/layers.ts';
import { openSettings } from '../settings-file/open-settings.ts';
import { environmentWarnings } from '../variables/environment-warnings.ts';
import { columnsOf } from './columns.ts';
import { addCompletion, isCompletion } from './completion.ts';
import { flagsOf, valuesOfFlags } from './flags.ts';
import { shortenHelp } from './help.ts';
import { holdEventLoop } from './hold-event-loop.ts';
import { type ProcessorWords, processorWords } from './processor-words.ts';
import type { Terminal } from './terminal.ts';
import { refuseUnknownWord } from './unknown-word.ts';

/** 0: done. 1: failed. 2: used wrongly. */
export type ExitCode = 0 | 1 | 2;

/** Runs the program until it is done. What a command works with is loaded when it runs: help is printed at once. */
export async function run(words: readonly string[], terminal: Terminal): Promise<ExitCode> {
  // Sleeps and idle connections keep no process alive: without this one would end in the middle of what it waits for.
  using _ = holdEventLoop();
  let exitCode: ExitCode = 0;
  let processor: ProcessorWords = { variables: {}, rest: words };
  const known = variableGroups.flatMap(({ variables }) => Object.keys(variables));
  const settingsFor = async (command: Command) => {
    for (const warning of environmentWarnings(terminal.environment, known)) terminal.complain(`agent-mem: ${warning}`);
    const flags = { ...processor.variables, ...valuesOfFlags(command.optsWithGlobals(), variableGroups) };
    const { environment } = terminal;
    const file = await openSettings({ ...environment, ...flags }, known, process.cwd());
    if (file.warning !== null) terminal.complain(`agent-mem: ${file.warning}`);
    return { flags, environment, file: file.variables, path: file.path };
  };
  const environmentOf = async (command: Command) => layered(await settingsFor(command));

  const isHelp = words.includes('--help') || words.includes('-h');
  // It is no flag of the program: `dead-letters replay` has one of that name.
  const isAll = isHelp && words.includes('--all');
  const program = new Command('agent-mem')
    .description('Memory for LLM agents. Starts the fleet in this process and runs until it is told to stop.')
    .usage('[service…] [flags]   or   agent-mem <command> [flags]')
    .argument('[service…]'.replace('…', '...'), `what to host of ${hostable.join(', ')}; none: all`)
    .option('--new-data', 'go on without the data file that DATA_DIR held, which is gone or damaged; what is there is set aside')
    .helpCommand(false)
    .addHelpText('after', () =>
      isAll
        ? "\nWith --id NAME it stands in the TrustGraph flows of that processor, and takes the flags of TrustGraph's processors (-p --pulsar-host, -P --metrics-port …)." +
          '\nA flag wins over the environment, the environment over agent-mem.yaml. Exit code: 0 done, 1 failed, 2 used wrongly.'
        : '',
    )
    .action(async (names: string[], flags: { readonly newData?: true }, command: Command) => {
      const commands = program.commands.map((each) => each.name());
      refuseUnknownWord(names, commands, hostable);
      const { start } = await import('../commands/start.ts');
      exitCode = await start(names, await environmentOf(command), terminal, { newData: flags.newData === true });
    });
  shortenHelp(program, () => isAll);
  program.version(manifest.version, '--version', 'prints the version');
  for (const option of variableGroups.flatMap(flagsOf)) program.addOption(option);
  program
    .command('chat')
    .description('a prompt in this terminal: attaches to the fleet that owns the data, or starts it')
    .addHelpText('after', () => {
      const lines = slashHelp().map(({ usage, meaning }) => `  ${usage}  ${meaning}`);
      return ['', 'At its prompt:', ...lines, '', 'It takes the flags of agent-mem --help --all.'].join('\n');
    })
    .action(async (_flags: unknown, command: Command) => {
      const { chat } = await import('../commands/chat.ts');
      exitCode = await chat(await environmentOf(command), terminal);
    });
  const keepExitCode = async (
    command: Command,
    work: (environment: Terminal['environment']) => Promise<ExitCode>,
  ): Promise<void> => {
    refuseBlankNames(command);
    exitCode = await work(await environmentOf(command));
  };
  for (const add of [addAdd, addSearch, addList, addShow, addEdit, addForget, addWhy, addWatch])
    add(program, terminal, keepExitCode);
  for (const add of [
    addInit,
    addCheck,
    addReindex,
    addExport,
    addImport,
    addBackup,
    addRestore,
    addPurge,
    addDeadLetters,
    addKeys,
    addAudit,
    addMcp,
    addHooks,
    addDoctor,
    addVault,
  ])
    add(program, terminal, keepExitCode);
  addConfig(program, terminal, async (command, work) => {
    exitCode = await work(await settingsFor(command));
  });
  await addCompletion(program, words);
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      getOutHelpWidth: () => columnsOf(terminal.output),
      writeErr: (text) => terminal.complain(text.trimEnd()),
      outputError: (text, write) => write(misuseOf(command, text)),
    });
  }

  try {
    if (!isCompletion(words)) processor = processorWords(words, terminal.environment);
    const line = isAll ? processor.rest.filter((word) => word !== '--all') : processor.rest;
    await program.parseAsync(line, { from: 'user' });
    return exitCode;
  } catch (error) {
    // Commander has already said what is wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    terminal.complain(sentenceOf(error));
    return error instanceof UsedWrongly ? 2 : 1;
  }
}

/** Commander's error as one sentence of ours, with what helps: the name that was probably meant, or the help of the command. */
function misuseOf(command: Command, text: string): string {
  const [error = '', suggestion = `${pathOf(command)} --help shows how it is used`] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  return `agent-mem: ${error}; ${suggestion.replace('(Did you mean', 'did you mean').replace('?)', '?')}`;
}

/** The words that name a command: agent-mem dead-letters show. */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}

/** Refusals are sentences; what was not foreseen shows where it came from. */
function sentenceOf(error: unknown): string {
  const isSentence = error instanceof UsedWrongly || error instanceof StartFailed || error instanceof OperationError;
  if (isSentence) return `agent-mem: ${error.message}`;
  return error instanceof Error ? `agent-mem: ${error.stack ?? error.message}` : `agent-mem: ${String(error)}`;
}
