import { createReadStream } from 'node:fs';
import { counting, type Scope, scopeOf } from '@agent-mem/contract';
import type { Command } from 'commander';
import type { Terminal } from '../command-line/terminal.ts';
import { formatNames } from '../formats/formats.ts';
import { linesOf } from '../maintenance/lines.ts';
import { withProgress } from '../progress/with-progress.ts';
import { UsedWrongly } from '../refusal.ts';
import { refuseOther, refuseUnreadable } from './files/readable-file.ts';
import { quarantineNote } from './memory/quarantine-note.ts';
import { type ScopeFlags, scopeOfFlags, withScopeFlags } from './scope-flags.ts';

/** Adds `import`; `run` keeps its exit code. */
export function addImport(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0 | 1>) => Promise<void>,
): void {
  withScopeFlags(program.command('import <file>'))
    .description('reads an archive back; newer records of the stores stay; a repeat changes nothing')
    .option('--from <format>', `reads what another program wrote: ${formatNames.join(', ')}`)
    .option('--dry-run', 'with --from: only reads, and reports what it would import')
    .addHelpText(
      'after',
      "\nWithout flags for a scope: the archive's own. An archive that is cut off or was changed is refused before anything is written. Attaches to the fleet that owns the data, or opens the stores itself. It takes the flags of agent-mem --help --all." +
        '\nWith --from, the scope is default/default/default, markdown also takes a folder, and the exit code is 1 if anything was skipped.',
    )
    .action((path: string, flags: ImportFlags, command: Command) => {
      const { from, dryRun } = flags;
      if (from !== undefined && !formatNames.includes(from))
        throw new UsedWrongly(`import: --from must be one of ${formatNames.join(', ')}`);
      if (from === undefined && dryRun) throw new UsedWrongly('import: --dry-run goes with --from');
      return run(command, (environment) =>
        from === undefined
          ? importFrom(path, flags, environment, terminal)
          : importOther(path, { ...flags, from }, environment, terminal),
      );
    });
}

interface ImportFlags extends ScopeFlags {
  readonly from?: string;
  readonly dryRun?: true;
}

/** What other programs wrote. Answers 1 if something of it was not taken. */
async function importOther(
  path: string,
  flags: ImportFlags & { readonly from: string },
  environment: Terminal['environment'],
  terminal: Terminal,
): Promise<0 | 1> {
  const { from, dryRun = false } = flags;
  await refuseUnreadable(path, { takesFolder: from === 'markdown' });
  const scope = scopeOfFlags(flags) ?? scopeOf({ workspace: 'default', user: 'default', collection: 'default' });
  const { importFile } = await import('../formats/import-file.ts');
  const { openMemoryClient } = await import('../memory-client/open.ts');
  await using client = dryRun ? null : await openMemoryClient(environment, { mayMake: true });
  const goOn = 'run import again: what is there already is not stored twice';
  // The position of a note is its own file.
  const positionOf = (at: string) => (at.startsWith(path) ? at : `${path} ${at}`);
  const skip = (at: string, reason: string) => terminal.complain(`skipped ${positionOf(at)}: ${reason}`);
  const quarantine = (at: string, id: string) => terminal.complain(`${positionOf(at)}: ${id} is ${quarantineNote}`);
  const counts = await withProgress(terminal, { goOn }, (report) =>
    importFile({ path, from, scope }, client, { skip, quarantine, report }),
  );
  const { conversations, messages, facts, quarantined, known, skipped } = counts;
  const note = quarantined > 0 ? ` (${quarantined} of them quarantined)` : '';
  terminal.print(
    `${scope.workspace}/${scope.user}/${scope.collection}: ${counting(conversations, 'conversation')} with ${counting(messages, 'message')} and ${counting(facts, 'fact')} ${dryRun ? 'would be imported' : 'imported'}${note}, ${known} ${known === 1 ? 'was' : 'were'} there, ${skipped} skipped`,
  );
  if (quarantined > 0)
    terminal.print(
      `Nothing recalls what is quarantined. agent-mem list --quarantined${flagsOf(scope)} lists it; facts.Restore releases a fact by its fact_id`,
    );
  return skipped > 0 ? 1 : 0;
}

/** The flags that name a scope, as far as they are needed. */
function flagsOf(scope: Scope): string {
  const names = ['workspace', 'user', 'collection'] as const;
  return names.flatMap((name) => (scope[name] === 'default' ? [] : ` --${name} ${scope[name]}`)).join('');
}

async function importFrom(path: string, flags: ScopeFlags, environment: Terminal['environment'], terminal: Terminal): Promise<0> {
  await refuseUnreadable(path);
  await refuseOther(path, 'archive');
  const { openMaintenance } = await import('../maintenance/open.ts');
  await using maintenance = await openMaintenance(environment, { mayMake: true });
  const scope = scopeOfFlags(flags);
  const goOn = 'run import again: what is there already is not stored twice';
  await withProgress(terminal, { goOn }, async (report) => {
    const imported = maintenance.import(scope ? { scope } : {}, linesOf(createReadStream(path)), report);
    for await (const { scope: into, records, details } of imported)
      terminal.print(
        `${into.workspace}/${into.user}/${into.collection}: ${counting(records, 'record')} and ${counting(details, 'detail')} imported`,
      );
  });
  return 0;
}
