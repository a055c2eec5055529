import type { Tool } from '@agent-mem/hooks';
import type { Command } from 'commander';
import type { Terminal } from '../../command-line/terminal.ts';
import { UsedWrongly } from '../../refusal.ts';

/** Adds `hooks install | uninstall | list`; `run` keeps their exit code. */
export function addHooks(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0 | 1>) => Promise<void>,
): void {
  const group = program
    .command('hooks')
    .description('memory in Claude Code, Codex, Cursor and Gemini CLI: prompts get memories, and turns are stored')
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nTools: claude-code, codex, cursor, gemini. The hook asks the fleet at AGENT_MEM_URL (default http://127.0.0.1:8700) by the key AGENT_MEM_KEY.',
    );
  group
    .command('install <tool>')
    .description('adds the hook to the settings of a tool')
    .action((word: string, _flags: object, command: Command) => run(command, () => install(word, terminal)));
  group
    .command('uninstall <tool>')
    .description('removes the hook; settings that were not changed since are byte for byte what they were')
    .action((word: string, _flags: object, command: Command) => run(command, () => uninstall(word, terminal)));
  group
    .command('list')
    .description("which tools run the hook, their settings files, and the folder of Claude Code's plugin")
    .action((_flags: object, command: Command) => run(command, () => list(terminal)));
}

async function install(word: string, terminal: Terminal): Promise<0> {
  const { installHooks } = await import('@agent-mem/hooks');
  const { path, afterInstall } = await installHooks(await toolOf(word), terminal.environment);
  terminal.print(`${path} has the hook`);
  if (afterInstall !== null) terminal.print(afterInstall);
  return 0;
}

async function uninstall(word: string, terminal: Terminal): Promise<0> {
  const { uninstallHooks } = await import('@agent-mem/hooks');
  const tool = await toolOf(word);
  const isRemoved = await uninstallHooks(tool, terminal.environment);
  terminal.print(isRemoved ? `${tool} runs the hook no more` : `${tool} has no hook of agent-mem: nothing is changed`);
  return 0;
}

async function list(terminal: Terminal): Promise<0> {
  const [{ tableOfRows }, { hooksStatus, pluginFolder }] = await Promise.all([
    import('../../command-line/table.ts'),
    import('@agent-mem/hooks'),
  ]);
  const status = await hooksStatus(terminal.environment);
  const rows = status.map(({ tool, isInstalled, neededChange, path }) => {
    const state = neededChange === null ? 'installed' : 'needs a change';
    return [tool, isInstalled ? state : '-', path];
  });
  for (const line of tableOfRows([['TOOL', 'STATE', 'SETTINGS'], ...rows])) terminal.print(line);
  for (const { path, neededChange } of status) if (neededChange !== null) terminal.print(`${path}: ${neededChange}`);
  terminal.print(`Claude Code's plugin: ${pluginFolder}`);
  return 0;
}

async function toolOf(word: string): Promise<Tool> {
  const { isTool, tools } = await import('@agent-mem/hooks');
  if (isTool(word)) return word;
  throw new UsedWrongly(`The tool must be one of ${tools.join(', ')}, got "${word}"`);
}
