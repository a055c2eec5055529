import type { Command } from 'commander';
import type { Terminal } from '../../command-line/terminal.ts';
import { UsedWrongly } from '../../refusal.ts';
import { type AnyRecord, printRecord } from './record-line.ts';
import { wholeNumber } from './whole-number.ts';
import { type RecordFlags, type Run, recordCommand, scopeMembers, withMemory } from './with-memory.ts';

const searched = ['fact', 'episode', 'message'];

interface SearchFlags extends RecordFlags {
  readonly kind?: string;
  readonly limit: string;
}

/** Adds `search`; `run` keeps its exit code. */
export function addSearch(program: Command, terminal: Terminal, run: Run): void {
  recordCommand(program, 'search <query...>', 'finds what answers a question: facts, episodes and messages, each best first')
    .option('--kind <kind>', `only of this kind: ${searched.join(', ')}`)
    .option('--limit <n>', 'at most so many of each kind, 1 to 100', '5')
    .action(async (words: string[], flags: SearchFlags, command: Command) => {
      const top_k = wholeNumber('--limit', flags.limit, { min: 1, max: 100 });
      if (flags.kind !== undefined && !searched.includes(flags.kind))
        throw new UsedWrongly(`--kind must be one of ${searched.join(', ')}, got "${flags.kind}"`);
      await withMemory(run, command, async (client) => {
        const request = { ...scopeMembers(flags), query: words.join(' '), top_k };
        const answers: readonly (() => Promise<readonly AnyRecord[]>)[] = [
          async () => (await client.call('facts', 'retrieve', request)).facts,
          async () => (await client.call('episodes', 'retrieve', request)).episodes,
          async () => (await client.call('conversations', 'search', request)).messages,
        ];
        const wanted = answers.filter((_, i) => flags.kind === undefined || flags.kind === searched[i]);
        const found = (await Promise.all(wanted.map((answer) => answer()))).flat();
        for (const record of found) printRecord(terminal, record, flags.json === true);
        if (found.length === 0 && !flags.json) terminal.print('Nothing found');
        return 0;
      });
    });
}
