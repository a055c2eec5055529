import type { Episode, Fact } from '@agent-mem/contract';
import type { Command } from 'commander';
import { tableOfRows } from '../../command-line/table.ts';
import type { Terminal } from '../../command-line/terminal.ts';
import { visibleLine } from '../../command-line/visible.ts';
import { kindOfId, notFoundBy, recordKind, recordKinds } from './record-kind.ts';
import { printRecord } from './record-line.ts';
import { type RecordFlags, type Run, recordCommand, scopeMembers, withMemory } from './with-memory.ts';

interface ShowFlags extends RecordFlags {
  readonly kind?: string;
}

/** Adds `show`; `run` keeps its exit code. */
export function addShow(program: Command, terminal: Terminal, run: Run): void {
  recordCommand(program, 'show <id>', 'prints a fact, an episode or a whole conversation')
    .option('--kind <kind>', `kind of the record, if its id does not show it: ${recordKinds.join(', ')}`)
    .action(async (id: string, flags: ShowFlags, command: Command) => {
      const kind = flags.kind === undefined ? kindOfId(id) : recordKind(flags.kind);
      const scope = scopeMembers(flags);
      await withMemory(run, command, async (client) => {
        const show = (record: Fact | Episode | null | undefined) => {
          if (record && flags.json) terminal.print(JSON.stringify(record));
          else if (record) for (const line of tableOfRows(rowsOf(record))) terminal.print(line);
          return 0 as const;
        };
        if (kind === 'fact') return show((await client.call('facts', 'get', { ...scope, fact_id: id })).fact);
        if (kind === 'episode') return show((await client.call('episodes', 'get', { ...scope, episode_id: id })).episode);
        let cursor: string | null = null;
        do {
          const request = { ...scope, conversation_id: id, limit: 1_000, ...(cursor !== null && { cursor }) };
          const page: Awaited<ReturnType<typeof client.call<'conversations', 'history'>>> = await client.call(
            'conversations',
            'history',
            request,
          );
          for (const message of page.messages) printRecord(terminal, message, flags.json === true);
          cursor = page.next_cursor ?? null;
        } while (cursor !== null);
        return 0;
      }).catch(notFoundBy(id, flags.kind));
    });
}

/** The members that say something. */
function rowsOf(record: Fact | Episode): readonly (readonly string[])[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (value === null || value === undefined || value === '' || value === false) return [];
    if (typeof value === 'object') return Object.keys(value).length === 0 ? [] : [[name, visibleLine(JSON.stringify(value))]];
    return [[name, visibleLine(String(value))]];
  });
}
