import type { Command } from 'commander';
import type { Terminal } from '../../command-line/terminal.ts';
import { kindOfId, notFoundBy, recordKind, recordKinds } from './record-kind.ts';
import { type RecordFlags, type Run, recordCommand, scopeMembers, withMemory } from './with-memory.ts';

interface ForgetFlags extends RecordFlags {
  readonly kind?: string;
}

/** Adds `forget`; `run` keeps its exit code. */
export function addForget(program: Command, terminal: Terminal, run: Run): void {
  recordCommand(program, 'forget <id>', 'deletes a fact, an episode or a conversation: no search finds it')
    .option('--kind <kind>', `kind of the record, if its id does not show it: ${recordKinds.join(', ')}`)
    .addHelpText('after', '\nA fact and an episode can be restored (Restore). purge erases for good.')
    .action(async (id: string, flags: ForgetFlags, command: Command) => {
      const kind = flags.kind === undefined ? kindOfId(id) : recordKind(flags.kind);
      const scope = scopeMembers(flags);
      await withMemory(run, command, async (client) => {
        if (kind === 'fact') await client.call('facts', 'delete', { ...scope, fact_id: id });
        else if (kind === 'episode') await client.call('episodes', 'delete', { ...scope, episode_id: id });
        else await client.call('conversations', 'delete', { ...scope, conversation_id: id });
        terminal.print(flags.json ? JSON.stringify({ id, forgotten: true }) : `${id}  forgotten`);
        return 0;
      }).catch(notFoundBy(id, flags.kind));
    });
}
