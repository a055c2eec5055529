import { styleText } from 'node:util';
import type { Command } from 'commander';
import { columnsOf } from '../../command-line/columns.ts';
import type { Terminal } from '../../command-line/terminal.ts';
import { UsedWrongly } from '../../refusal.ts';
import { wholeNumber } from '../flag-values.ts';
import { type AnyRecord, printRecord } from './record-line.ts';
import { type RecordFlags, type Run, recordCommand, scopeMembers, withMemory } from './with-memory.ts';

const searched = ['fact', 'episode', 'message'];

/** So many lines of the terminal show a text. */
const passageLines = 2;

interface SearchFlags extends RecordFlags {
  readonly kind?: string;
  readonly limit: string;
  readonly full?: true;
}

/** Adds `search`; `run` keeps its exit code. */
export function addSearch(program: Command, terminal: Terminal, run: Run): void {
  recordCommand(program, 'search <query...>', 'finds what answers a question: facts, episodes and messages, each best first')
    .option('--kind <kind>', `only of this kind: ${searched.join(', ')}`)
    .option('--limit <n>', 'at most so many of each kind, 1 to 100', '5')
    .option('--full', 'whole texts; without: of a long one a passage that has words of the query')
    .action(async (words: string[], flags: SearchFlags, command: Command) => {
      const top_k = wholeNumber('--limit', flags.limit, { min: 1, max: 100 });
      if (flags.kind !== undefined && !searched.includes(flags.kind))
        throw new UsedWrongly(`--kind must be one of ${searched.join(', ')}, got "${flags.kind}"`);
      await withMemory(run, command, async (client) => {
        const query = words.join(' ');
        const request = { ...scopeMembers(flags), query, top_k };
        const answers: readonly (() => Promise<Found>)[] = [
          async () => foundIn(await client.call('facts', 'retrieve', request), 'facts'),
          async () => foundIn(await client.call('episodes', 'retrieve', request), 'episodes'),
          async () => foundIn(await client.call('conversations', 'search', request), 'messages'),
        ];
        const wanted = answers.filter((_, i) => flags.kind === undefined || flags.kind === searched[i]);
        const found = await Promise.all(wanted.map((answer) => answer()));
        const records = found.flatMap((each) => each.records);
        const { passageAround } = await import('./passage-around.ts');
        const most = passageLines * columnsOf(terminal.output);
        const cut = (text: string) => (flags.full ? text : passageAround(query, text, most));
        for (const record of records) printRecord(terminal, record, flags.json === true, cut);
        if (flags.json) return 0;
        if (records.length === 0) terminal.print('Nothing found');
        const receipts = found
          .filter((each) => each.records.length > 0 && each.receiptId !== '')
          .map(({ receiptId }) => receiptId);
        if (receipts.length > 0) terminal.print(styleText('dim', `why: ${receipts.join(' ')}`, { stream: terminal.output }));
        return 0;
      });
    });
}

/** What one service found, and the id of its receipt; empty: it wrote none. */
interface Found {
  readonly records: readonly AnyRecord[];
  readonly receiptId: string;
}

function foundIn<Member extends string>(
  answer: Readonly<Record<Member, readonly AnyRecord[]>> & { readonly receipt_id?: string },
  member: Member,
): Found {
  return { records: answer[member], receiptId: answer.receipt_id ?? '' };
}
