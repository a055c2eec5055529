import { counting, type Receipt, type ReceiptTier } from '@agent-mem/contract';
import type { Command } from 'commander';
import type { Terminal } from '../../command-line/terminal.ts';
import { visibleLine } from '../../command-line/visible.ts';
import { learningNote } from '../../memory-client/learning-note.ts';
import { type RecordFlags, type Run, recordCommand, scopeMembers, withMemory } from './with-memory.ts';

/** Adds `why`; `run` keeps its exit code. */
export function addWhy(program: Command, terminal: Terminal, run: Run): void {
  recordCommand(program, 'why <receipt>', 'prints which memories an answer used, and which were left out')
    .addHelpText('after', '\nsearch prints the ids of its receipts; an answer of the agent carries its own.')
    .action((id: string, flags: RecordFlags, command: Command) =>
      withMemory(run, command, async (client) => {
        const { receipt } = await client.call('agent', 'get_receipt', { ...scopeMembers(flags), receipt_id: id });
        if (flags.json) terminal.print(JSON.stringify(receipt));
        else if (receipt) for (const line of linesOf(receipt)) terminal.print(line);
        const learning = flags.json ? null : await learningNote(client, scopeMembers(flags));
        if (learning) terminal.print(`learning: ${learning}`);
        return 0;
      }),
    );
}

function linesOf({ operation, query, created_at, tokens, tiers }: Receipt): readonly string[] {
  const head = [operation, created_at, counting(tokens, 'token')].filter(Boolean).join(', ');
  const asked = query ? [`query: ${visibleLine(query)}`] : [];
  const named = Object.entries(tiers ?? {}) as readonly [string, ReceiptTier | null][];
  return [head, ...asked, ...named.flatMap(([name, tier]) => (tier ? tierLines(name.replace('_', ' '), tier) : []))];
}

/** A tier with nothing to say has no line. */
function tierLines(name: string, { items, left_out_items, degraded, error, disabled }: ReceiptTier): readonly string[] {
  const notes = [
    items.map(({ id, score, tokens }) => `  ${id}  score ${score.toFixed(2)}, ${counting(tokens, 'token')}`),
    left_out_items.map(({ id, reason }) => `  ${id}  left out: ${reason}`),
    degraded.length > 0 ? `  without ${degraded.join(', ')}: the deadline came first` : [],
    error ? `  missing: ${visibleLine(error)}` : [],
    disabled ? '  memory is off here' : [],
  ].flat();
  return notes.length === 0 ? [] : [`${name}:`, ...notes];
}
