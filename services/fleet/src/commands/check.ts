import type { Disagreement, meanings } from '@agent-mem/maintenance';
import type { Damage } from '@agent-mem/sqlite/file';
import type { Command } from 'commander';
import { printable } from '../command-line/printable.ts';
import type { Terminal } from '../command-line/terminal.ts';
import type { Checked } from '../maintenance/maintenance.ts';
import { withProgress } from '../progress/with-progress.ts';
import { type ScopeFlags, scopeOfFlags, withScopeFlags } from './scope-flags.ts';

interface CheckFlags extends ScopeFlags {
  readonly json?: true;
}

/** Adds `check`; `run` keeps its exit code. */
export function addCheck(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0 | 1>) => Promise<void>,
): void {
  withScopeFlags(program.command('check'))
    .description(
      'verifies the embedded data, compares all stores and prints what is damaged or disagrees; exit code 1 if anything is or does',
    )
    .option('--json', 'a JSON object a line')
    .addHelpText(
      'after',
      '\nAttaches to the fleet that owns the data, or opens the stores itself. It changes no memory; data of an earlier version becomes data of this one when it is opened, as at a start. A scope in which nothing is stored is named on standard error, with exit code 0. It takes the flags of agent-mem --help --all.',
    )
    .action((flags: CheckFlags, command: Command) => run(command, (environment) => check(flags, environment, terminal)));
}

async function check(flags: CheckFlags, environment: Terminal['environment'], terminal: Terminal): Promise<0 | 1> {
  const { openMaintenance } = await import('../maintenance/open.ts');
  await using maintenance = await openMaintenance(environment);
  const counts = new Map<(Disagreement | Damage)['problem'], number>();
  const scope = scopeOfFlags(flags);
  let checked: Checked | undefined;
  await withProgress(terminal, { goOn: 'run check again: it changes nothing' }, async (report) => {
    const all = async function* () {
      checked = yield* maintenance.check({ scope }, report);
    };
    for await (const found of all()) {
      counts.set(found.problem, (counts.get(found.problem) ?? 0) + 1);
      terminal.print(flags.json ? JSON.stringify(found) : printable(lineOf(found)));
    }
  });
  if (counts.size === 0 && scope && checked?.holdsNothing) {
    const whose = `${scope.workspace}/${scope.user}/${scope.collection}`;
    terminal.complain(`agent-mem: nothing is stored for ${whose}, so there was nothing to check`);
    return 0;
  }
  if (flags.json) return counts.size === 0 ? 0 : 1;
  if (counts.size === 0) terminal.print('The stores agree');
  const { meanings } = await import('@agent-mem/maintenance');
  for (const [problem, count] of counts) terminal.print(`${count} × ${problem}: ${meaningOf(problem, meanings)}`);
  return counts.size === 0 ? 0 : 1;
}

function lineOf(found: Disagreement | Damage): string {
  const { problem, id } = found;
  if ('file' in found)
    return `${problem}  ${id ?? found.table ?? found.file}  ${found.owner ? `(${found.owner})  ` : ''}${found.text}`;
  const { workspace, user, collection } = found.scope;
  return `${problem}  ${id}  (${workspace}/${user}/${collection})`;
}

function meaningOf(problem: (Disagreement | Damage)['problem'], known: typeof meanings): string {
  switch (problem) {
    case 'page-damaged':
      return 'cannot be read from the file; reindex mends what the graph can give again, restore brings a backup back';
    case 'record-damaged':
      return 'is not what was written, and is answered to nobody; restore brings a backup back, purge --record erases it';
    default:
      return known[problem];
  }
}
