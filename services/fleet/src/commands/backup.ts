import { stat } from 'node:fs/promises';
import type { MissingDetail } from '@agent-mem/sqlite';
import type { Command } from 'commander';
import type { Terminal } from '../command-line/terminal.ts';
import { withProgress } from '../progress/with-progress.ts';
import { outFile } from './files/out-file.ts';
import { writeWhole } from './files/whole-file.ts';

/** So many missing details are named. */
const mostNamed = 5;

/** Adds `backup`; `run` keeps its exit code. */
export function addBackup(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0 | 1>) => Promise<void>,
): void {
  program
    .command('backup')
    .description('copies the embedded file into one file, with all that belongs to it, while the fleet runs')
    .option('--out <file>', 'the file to write, required; an existing file is replaced once the copy is complete')
    .addHelpText(
      'after',
      '\n"restore" brings it back. If the files of details are missing, it prints which, copies the rest, and ends with 1. Attaches to the fleet that owns the data, or opens the file itself. It takes the flags of agent-mem --help --all.',
    )
    .action(({ out }: { readonly out?: string }, command: Command) =>
      run(command, (environment) => backup(outFile(out, 'backup'), environment, terminal)),
    );
}

async function backup(path: string, environment: Terminal['environment'], terminal: Terminal): Promise<0 | 1> {
  const { openMaintenance } = await import('../maintenance/open.ts');
  await using maintenance = await openMaintenance(environment);
  let missing: readonly MissingDetail[] = [];
  const goOn = `run backup again: ${path} is there only when it is whole`;
  await withProgress(terminal, { goOn }, (report) =>
    writeWhole(path, async function* () {
      missing = yield* maintenance.backup({}, report);
    }),
  );
  terminal.print(`${path}: ${((await stat(path)).size / 1024 / 1024).toFixed(1)} MiB`);
  if (missing.length === 0) return 0;
  terminal.complain(
    `agent-mem: ${path} lacks ${missing.length} ${missing.length === 1 ? 'detail whose file is' : 'details whose files are'} missing; an earlier backup may have them:`,
  );
  for (const { scope, memoryKey } of missing.slice(0, mostNamed))
    terminal.complain(`${memoryKey}  (${scope.workspace}/${scope.user}/${scope.collection})`);
  if (missing.length > mostNamed) terminal.complain(`… and ${missing.length - mostNamed} more: agent-mem check lists all`);
  return 1;
}
