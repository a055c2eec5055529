import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Command } from 'commander';
import type { Terminal } from '../command-line/terminal.ts';
import { linesOf } from '../maintenance/lines.ts';
import { withProgress } from '../progress/with-progress.ts';
import { StartFailed } from '../refusal.ts';
import { type ScopeFlags, scopeOfFlags, withScopeFlags } from './scope-flags.ts';

/** Adds `import`; `run` keeps its exit code. */
export function addImport(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0>) => Promise<void>,
): void {
  withScopeFlags(program.command('import <file>'))
    .description('reads an archive back, over what is there unless that is newer; doing it twice has one effect')
    .addHelpText(
      'after',
      "\nWithout flags for a scope: the archive's own. An archive that is cut off or was changed is refused before anything is written. Attaches to the fleet that owns the data, or opens the stores itself. It takes the flags of agent-mem --help --all.",
    )
    .action((path: string, flags: ScopeFlags, command: Command) =>
      run(command, (environment) => importFrom(path, flags, environment, terminal)),
    );
}

async function importFrom(path: string, flags: ScopeFlags, environment: Terminal['environment'], terminal: Terminal): Promise<0> {
  await access(path).catch((cause: unknown) => {
    throw new StartFailed(`${path} cannot be read`, { cause });
  });
  const { openMaintenance } = await import('../maintenance/open.ts');
  await using maintenance = await openMaintenance(environment, { mayMake: true });
  const scope = scopeOfFlags(flags);
  const goOn = 'run import again: what is there already is not stored twice';
  await withProgress(terminal, { goOn }, async (report) => {
    const imported = maintenance.import(scope ? { scope } : {}, linesOf(createReadStream(path)), report);
    for await (const { scope: into, records, details } of imported)
      terminal.print(`${into.workspace}/${into.user}/${into.collection}: ${records} records and ${details} details imported`);
  });
  return 0;
}
