import { systemClock } from '@agent-mem/contract';
import type { DeadLetterOutcome, DeadLetters } from '@agent-mem/messaging';
import type { Command } from 'commander';
import type { Terminal } from '../command-line/terminal.ts';
import { tableOf, textOf } from '../dead-letters/text.ts';
import { UsedWrongly } from '../refusal.ts';

/** Works on the dead letters; answers 0, or 1 if some that were asked for are not there. */
type Work = (letters: DeadLetters) => Promise<0 | 1>;

/** Adds `dead-letters list | show | replay | drop`; `run` opens what they work on and keeps their exit code. */
export function addDeadLetters(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0 | 1>) => Promise<void>,
): void {
  const withLetters = (command: Command, work: Work) =>
    run(command, async (environment) => {
      const { openDeadLetters } = await import('../dead-letters/open.ts');
      await using letters = await openDeadLetters(environment);
      return await work(letters);
    });
  const group = program
    .command('dead-letters')
    .description('messages that a service gave up: list, replay or drop them')
    .helpCommand(false)
    .addHelpText(
      'after',
      '\nAttaches to the fleet that owns the data, or opens the data itself. Of each subscription it sees the oldest 1000. It takes the flags of agent-mem --help --all.',
    );
  group
    .command('list')
    .description('a table of them, the oldest of each subscription first')
    .option('--json', 'a JSON object a line')
    .action(async ({ json }: { json?: true }, command: Command) => {
      await withLetters(command, (letters) => list(letters, terminal, json === true));
    });
  group
    .command('show <id>')
    .description('one of them, with its properties and what was sent')
    .option('--json', 'as a JSON object')
    .action(async (id: string, { json }: { json?: true }, command: Command) => {
      await withLetters(command, (letters) => show(letters, terminal, id, json === true));
    });
  group
    .command('replay [ids...]')
    .description('publishes them again to the topic they came from, and drops them; doing it twice has one effect')
    .option('--all', 'all that are there now, except those whose senders were refused')
    .action(async (ids: string[], { all }: { all?: true }, command: Command) => {
      const wanted = allOrIds('replay', ids, all);
      await withLetters(command, async (letters) => reportOutcome(await letters.replay(wanted), 'published again', terminal));
    });
  group
    .command('drop [ids...]')
    .description('drops them')
    .option('--all', 'all that are there now')
    .action(async (ids: string[], { all }: { all?: true }, command: Command) => {
      const wanted = allOrIds('drop', ids, all);
      await withLetters(command, async (letters) => reportOutcome(await letters.drop(wanted), 'dropped', terminal));
    });
}

function allOrIds(command: string, ids: readonly string[], all?: true): readonly string[] | 'all' {
  if ((all === true) === ids.length > 0) throw new UsedWrongly(`dead-letters ${command} takes ids, or --all`);
  return all ? 'all' : ids;
}

async function list(letters: DeadLetters, terminal: Terminal, json: boolean): Promise<0> {
  const found = await letters.list();
  if (json) for (const letter of found) terminal.print(JSON.stringify(letter));
  else if (found.length === 0) terminal.print('No dead letters');
  else for (const line of tableOf(found, systemClock.now())) terminal.print(line);
  return 0;
}

async function show(letters: DeadLetters, terminal: Terminal, id: string, json: boolean): Promise<0 | 1> {
  const letter = await letters.find(id);
  if (!letter) return reportOutcome({ done: [], unknown: [id], left: [] }, 'shown', terminal);
  if (json) terminal.print(JSON.stringify(letter));
  else for (const line of textOf(letter, systemClock.now())) terminal.print(line);
  return 0;
}

function reportOutcome({ done, unknown, left }: DeadLetterOutcome, what: string, terminal: Terminal): 0 | 1 {
  if (done.length > 0 || unknown.length === 0) terminal.print(`${done.length} ${what}`);
  if (left.length > 0)
    terminal.print(
      `${left.length} left there, since their senders were refused; look at them, and name those to replay: ${left.join(' ')}`,
    );
  for (const id of unknown) terminal.complain(`agent-mem: There is no dead letter ${id}`);
  return unknown.length === 0 ? 0 : 1;
}
