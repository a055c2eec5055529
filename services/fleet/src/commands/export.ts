import { counting, type Scope, scopeOf } from '@agent-mem/contract';
import type { Command } from 'commander';
import type { Terminal } from '../command-line/terminal.ts';
import { withProgress } from '../progress/with-progress.ts';
import { outFile } from './files/out-file.ts';
import { writeWhole } from './files/whole-file.ts';
import { type ScopeFlags, scopeOfFlags, withScopeFlags } from './scope-flags.ts';

/** Adds `export`; `run` keeps its exit code. */
export function addExport(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0>) => Promise<void>,
): void {
  withScopeFlags(program.command('export'))
    .description('writes a whole scope into one archive: JSON lines with a checksum, to be imported into any stores')
    .option('--out <file>', 'the file to write, required; an existing file is replaced once the archive is complete')
    .addHelpText(
      'after',
      '\nWithout flags for a scope: default/default/default. Attaches to the fleet that owns the data, or opens the stores itself. It takes the flags of agent-mem --help --all.',
    )
    .action((flags: ScopeFlags & { readonly out?: string }, command: Command) =>
      run(command, (environment) =>
        exportTo(outFile(flags.out, 'export'), scopeOfFlags(flags) ?? defaultScope, environment, terminal),
      ),
    );
}

/** The head of an archive, and its checksum. */
const linesOfNothing = 2;

const defaultScope = scopeOf({ workspace: 'default', user: 'default', collection: 'default' });

async function exportTo(path: string, scope: Scope, environment: Terminal['environment'], terminal: Terminal): Promise<0> {
  const { openMaintenance } = await import('../maintenance/open.ts');
  await using maintenance = await openMaintenance(environment);
  let lines = 0;
  const goOn = `run export again: ${path} is there only when it is whole`;
  await withProgress(terminal, { goOn }, (report) =>
    writeWhole(path, async function* () {
      for await (const line of maintenance.export({ scope }, report)) {
        lines += 1;
        yield `${line}\n`;
      }
    }),
  );
  const whose = `${scope.workspace}/${scope.user}/${scope.collection}`;
  terminal.print(`${path}: ${counting(lines, 'line')} of ${whose}`);
  if (lines === linesOfNothing) terminal.complain(`agent-mem: nothing is stored for ${whose}, so the archive has no records`);
  return 0;
}
