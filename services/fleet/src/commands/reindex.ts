import { counting } from '@agent-mem/contract';
import type { Command } from 'commander';
import type { Terminal } from '../command-line/terminal.ts';
import { withProgress } from '../progress/with-progress.ts';
import { type ScopeFlags, scopeOfFlags, withScopeFlags } from './scope-flags.ts';

interface ReindexFlags extends ScopeFlags {
  readonly fromScratch?: true;
}

/** Adds `reindex`; `run` keeps its exit code. */
export function addReindex(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0 | 1>) => Promise<void>,
): void {
  withScopeFlags(program.command('reindex'))
    .description('makes the search index anew from the Graph: reads go on, as after a change of the embedder')
    .option('--from-scratch', "empties each scope's index first, and embeds each text again; until then, searches find less")
    .addHelpText(
      'after',
      '\nAttaches to the fleet that owns the data, or opens the stores itself. Safe to repeat and to interrupt. It takes the flags of agent-mem --help --all.',
    )
    .action((flags: ReindexFlags, command: Command) => run(command, (environment) => reindex(flags, environment, terminal)));
}

async function reindex(flags: ReindexFlags, environment: Terminal['environment'], terminal: Terminal): Promise<0 | 1> {
  const { openMaintenance } = await import('../maintenance/open.ts');
  await using maintenance = await openMaintenance(environment);
  let documents = 0;
  let withoutVector = 0;
  const wish = { scope: scopeOfFlags(flags), fromScratch: flags.fromScratch === true };
  await withProgress(
    terminal,
    { goOn: 'run reindex again: what was made stays, and the rest is found as before' },
    async (report) => {
      for await (const done of maintenance.reindex(wish, report)) {
        const { workspace, user, collection } = done.scope;
        const dropped = done.dropped.length > 0 ? `; vectors of ${done.dropped.join(', ')} dropped` : '';
        terminal.print(`${workspace}/${user}/${collection}: ${counting(done.documents, 'document')}${dropped}`);
        documents += done.documents;
        withoutVector += done.withoutVector;
      }
    },
  );
  terminal.print(`${counting(documents, 'document')} made anew`);
  if (withoutVector === 0) return 0;
  terminal.complain(
    `agent-mem: ${counting(withoutVector, 'document')} without a vector, since the embedder failed; what has none is found by its words. Run reindex again`,
  );
  return 1;
}
