import { scopeOf } from '@agent-mem/contract';
import type { Command } from 'commander';
import type { Terminal } from '../command-line/terminal.ts';
import type { PurgeWish } from '../maintenance/maintenance.ts';
import { withProgress } from '../progress/with-progress.ts';
import { UsedWrongly } from '../refusal.ts';
import { requiredFlag } from './flag-values.ts';
import type { ScopeFlags } from './scope-flags.ts';

interface PurgeFlags extends ScopeFlags {
  readonly conversation?: string;
  readonly record?: string;
  readonly yes?: true;
}

/** Adds `purge`; `run` keeps its exit code. */
export function addPurge(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0>) => Promise<void>,
): void {
  program
    .command('purge')
    .description('erases for good, in every store, and prints the certificate as JSON')
    .option('--user <name>', 'the user, required; without the options below: all memory of the user, in every collection')
    .option('--workspace <name>', 'the workspace of that user', 'default')
    .option('--collection <name>', 'only this collection')
    .option('--conversation <name>', 'only this conversation, with what was learned in it')
    .option('--record <id>', 'only this record')
    .option('--yes', 'do it: a purge cannot be undone')
    .addHelpText(
      'after',
      '\nOf a conversation or a record without --collection: in the collection "default". Attaches to the fleet that owns the data, or opens the stores itself. It takes the flags of agent-mem --help --all.',
    )
    .action((flags: PurgeFlags, command: Command) => run(command, (environment) => purge(flags, environment, terminal)));
}

async function purge(flags: PurgeFlags, environment: Terminal['environment'], terminal: Terminal): Promise<0> {
  const wish = wishOf(flags);
  const { openMaintenance } = await import('../maintenance/open.ts');
  await using maintenance = await openMaintenance(environment, { withBus: true });
  let erased = false;
  await withProgress(terminal, { goOn: 'run purge again with the same flags: what is left is erased' }, async (report) => {
    for await (const certificate of maintenance.purge(wish, report)) {
      erased ||= Object.keys(certificate.counts ?? {}).length > 0;
      terminal.print(JSON.stringify(certificate, null, 2));
    }
  });
  if (!erased) terminal.complain(`agent-mem: nothing is stored for ${targetOf(wish)}, so nothing was erased`);
  return 0;
}

function wishOf({ workspace = 'default', collection, conversation, record, yes, ...flags }: PurgeFlags): PurgeWish {
  const user = requiredFlag(flags.user, 'purge: --user <name>');
  if (conversation !== undefined && record !== undefined)
    throw new UsedWrongly('purge: give --conversation or --record, not both');
  const isPart = conversation !== undefined || record !== undefined;
  const allCollections = collection === undefined && !isPart;
  const wish = {
    scope: scopeOf({ workspace, user, collection: collection ?? 'default' }),
    allCollections,
    ...(conversation === undefined ? {} : { conversationId: conversation }),
    ...(record === undefined ? {} : { id: record }),
  };
  if (!yes)
    throw new UsedWrongly(
      `purge: this would erase ${isPart ? '' : 'everything of '}${targetOf(wish)} for good, in every store; add --yes to do it`,
    );
  return wish;
}

/** Whose memory a purge erases, for a person: `default/anne`, or `trip of default/anne/default`. */
function targetOf({ scope: { workspace, user, collection }, allCollections, conversationId, id }: PurgeWish): string {
  const part = conversationId ?? id;
  const whose = allCollections ? `${workspace}/${user}` : `${workspace}/${user}/${collection}`;
  return part === undefined ? whose : `${part} of ${whose}`;
}
