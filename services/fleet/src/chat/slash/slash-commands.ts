import { nearestName } from '@agent-mem/contract';
import { UsedWrongly } from '../../refusal.ts';
import type { ChatSession } from '../session.ts';
import { edit } from './edit.ts';
import { exportConversation } from './export.ts';
import { facts } from './facts.ts';
import { forget } from './forget.ts';
import { model } from './model.ts';
import { startAnew } from './new.ts';
import { quit } from './quit.ts';
import type { CommandScreen, SlashCommand } from './slash-command.ts';
import { user } from './user.ts';
import { why } from './why.ts';

const help: SlashCommand = {
  name: 'help',
  takes: '',
  meaning: 'this list',
  async run(_session, _argument, { print, styles }) {
    for (const { usage, meaning } of slashHelp()) print(`${styles.bold(usage)}  ${meaning}`);
    print(styles.dim('Ctrl-C cuts an answer; Ctrl-C twice or Ctrl-D leaves.'));
  },
};

/** Every command, in the order of the help. */
export const slashCommands: readonly SlashCommand[] = [
  ...[why, facts, forget, edit, user, startAnew, model, exportConversation, help, quit],
];

/** The name and the argument of a line such as `/forget 2`; `null` if it is a question, as `/etc/hosts is what?` is. */
export function slashWords(line: string): { readonly name: string; readonly argument: string } | null {
  const [, name, argument = ''] = /^\/([a-z]+)(?!\S)(.*)/s.exec(line) ?? [];
  return name === undefined ? null : { name, argument: argument.trim() };
}

/** Runs a command. What goes wrong is shown, and the session goes on. */
export async function runSlash(
  session: ChatSession,
  { name, argument }: { readonly name: string; readonly argument: string },
  screen: CommandScreen,
): Promise<void> {
  const command = slashCommands.find((candidate) => candidate.name === name);
  try {
    if (!command) throw new UsedWrongly(unknown(name));
    await command.run(session, argument, screen);
  } catch (error) {
    screen.print(screen.styles.failure((error as Error).message));
  }
}

/** How each command is written, all as wide as the widest, and what it does. */
export function slashHelp(): readonly { readonly usage: string; readonly meaning: string }[] {
  const width = Math.max(...slashCommands.map((command) => usageOf(command).length));
  return slashCommands.map((command) => ({ usage: usageOf(command).padEnd(width), meaning: command.meaning }));
}

function usageOf({ name, takes }: SlashCommand): string {
  return `/${name} ${takes}`.trimEnd();
}

function unknown(name: string): string {
  const near = nearestName(
    name,
    slashCommands.map((command) => command.name),
  );
  return `/${name} is not known; ${near ? `did you mean /${near}?` : '/help lists what is'}`;
}
