import type { Command } from 'commander';
import type { Terminal } from '../command-line/terminal.ts';
import { withProgress } from '../progress/with-progress.ts';
import { writeWhole } from './export.ts';
import { requiredFlag } from './required-flag.ts';

/** Adds `backup`; `run` keeps its exit code. */
export function addBackup(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0>) => Promise<void>,
): void {
  program
    .command('backup')
    .description('copies the embedded file into one file, with all that belongs to it, while the fleet runs')
    .option('--out <file>', 'the file to write, required; an existing file is replaced once the copy is complete')
    .addHelpText(
      'after',
      '\n"restore" brings it back. Attaches to the fleet that owns the data, or opens the file itself. It takes the flags of agent-mem --help --all.',
    )
    .action(({ out }: { readonly out?: string }, command: Command) =>
      run(command, (environment) => backup(requiredFlag(out, 'backup: --out <file>'), environment, terminal)),
    );
}

async function backup(path: string, environment: Terminal['environment'], terminal: Terminal): Promise<0> {
  const { openMaintenance } = await import('../maintenance/open.ts');
  await using maintenance = await openMaintenance(environment);
  let bytes = 0;
  const goOn = `run backup again: ${path} is there only when it is whole`;
  await withProgress(terminal, { goOn }, (report) =>
    writeWhole(path, async function* () {
      for await (const piece of maintenance.backup({}, report)) {
        bytes += piece.length;
        yield piece;
      }
    }),
  );
  terminal.print(`${path}: ${(bytes / 1024 / 1024).toFixed(1)} MiB`);
  return 0;
}
