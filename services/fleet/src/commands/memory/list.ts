import type { Conversation, Episode, Fact } from '@agent-mem/contract';
import type { Command } from 'commander';
import type { Terminal } from '../../command-line/terminal.ts';
import type { MemoryClient } from '../../memory-client/memory-client.ts';
import { UsedWrongly } from '../../refusal.ts';
import { wholeNumber } from '../flag-values.ts';
import { type RecordKind, recordKind, recordKinds } from './record-kind.ts';
import { printRecord } from './record-line.ts';
import { type RecordFlags, type Run, recordCommand, scopeMembers, withMemory } from './with-memory.ts';

interface ListFlags extends RecordFlags {
  readonly kind: string;
  readonly limit: string;
  readonly quarantined?: true;
}

/** Adds `list`; `run` keeps its exit code. */
export function addList(program: Command, terminal: Terminal, run: Run): void {
  recordCommand(program, 'list', 'lists facts, newest first')
    .option('--kind <kind>', `what to list: ${recordKinds.join(', ')}`, 'fact')
    .option('--limit <n>', 'at most so many', '100')
    .option(
      '--quarantined',
      'only facts that read like instructions to a model; recall leaves them out until Restore releases them',
    )
    .action(async (flags: ListFlags, command: Command) => {
      const kind = recordKind(flags.kind);
      const { quarantined = false } = flags;
      if (quarantined && kind === 'conversation') throw new UsedWrongly('list: --quarantined is of facts and episodes');
      const limit = wholeNumber('--limit', flags.limit, { min: 1, max: 1_000_000 });
      await withMemory(run, command, async (client) => {
        let count = 0;
        for await (const record of newestFirst(client, kind, scopeMembers(flags), Math.min(limit, 1_000), quarantined)) {
          printRecord(terminal, record, flags.json === true);
          count += 1;
          if (count === limit) break;
        }
        if (count === 0 && !flags.json) terminal.print(`No ${quarantined ? 'quarantined ' : ''}${kind}s`);
        return 0;
      });
    });
}

/** What a kind's records are. */
interface RecordOf {
  readonly fact: Fact;
  readonly episode: Episode;
  readonly conversation: Conversation;
}

/** The records of a kind, page by page. `quarantined`: only those, in place of the active ones. */
export async function* newestFirst<Kind extends RecordKind>(
  client: MemoryClient,
  kind: Kind,
  scope: ReturnType<typeof scopeMembers>,
  pageSize: number,
  quarantined = false,
): AsyncIterable<RecordOf[Kind]> {
  let cursor: string | null = null;
  do {
    const given = { ...(cursor !== null && { cursor }), ...(quarantined && { statuses: ['QUARANTINED' as const] }) };
    const request = { ...scope, limit: pageSize, ...given };
    const page: Page<RecordOf[Kind]> = await pages[kind](client, request);
    yield* page.records;
    cursor = page.next_cursor ?? null;
  } while (cursor !== null);
}

/** A page as the services answer it. */
interface Page<Item> {
  readonly records: readonly Item[];
  readonly next_cursor?: string | null;
}

type PageRequest = ReturnType<typeof scopeMembers> & {
  readonly limit: number;
  readonly cursor?: string;
  readonly statuses?: 'QUARANTINED'[];
};

const pages: {
  readonly [Kind in RecordKind]: (client: MemoryClient, request: PageRequest) => Promise<Page<RecordOf[Kind]>>;
} = {
  async fact(client, request) {
    const { facts: records, next_cursor } = await client.call('facts', 'list', request);
    return { records, next_cursor };
  },
  async episode(client, request) {
    const { episodes: records, next_cursor } = await client.call('episodes', 'list', request);
    return { records, next_cursor };
  },
  async conversation(client, { statuses: _, ...request }) {
    const { conversations: records, next_cursor } = await client.call('conversations', 'list', request);
    return { records, next_cursor };
  },
};
