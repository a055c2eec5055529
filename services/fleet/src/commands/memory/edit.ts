import type { Command } from 'commander';
import type { Terminal } from '../../command-line/terminal.ts';
import { UsedWrongly } from '../../refusal.ts';
import { wholeNumber } from '../flag-values.ts';
import { printRecord } from './record-line.ts';
import { type RecordFlags, type Run, recordCommand, repeatable, scopeMembers, withMemory } from './with-memory.ts';

interface EditFlags extends RecordFlags {
  readonly tag?: readonly string[];
  readonly confidence?: string;
  readonly expectedVersion?: string;
}

/** Adds `edit`; `run` keeps its exit code. */
export function addEdit(program: Command, terminal: Terminal, run: Run): void {
  recordCommand(program, 'edit <id> [text...]', 'changes the text, tags or confidence of a fact; its id stays')
    .option('--tag <tag>', 'replaces its tags; may be repeated', repeatable)
    .option('--confidence <number>', '0 to 1')
    .option('--expected-version <n>', 'only if the fact still has this version')
    .action(async (id: string, words: string[], flags: EditFlags, command: Command) => {
      const change = changeOf(words, flags);
      await withMemory(run, command, async (client) => {
        const { fact } = await client.call('facts', 'update', { ...scopeMembers(flags), fact_id: id, ...change });
        if (fact) printRecord(terminal, fact, flags.json === true);
        return 0;
      });
    });
}

/** The members that the line gives. Throws `UsedWrongly` where it gives none. */
function changeOf(words: readonly string[], { tag, confidence, expectedVersion }: EditFlags) {
  if (words.length === 0 && tag === undefined && confidence === undefined)
    throw new UsedWrongly('edit takes a new text, --tag or --confidence');
  const given = confidence === undefined ? null : Number(confidence);
  if (Number.isNaN(given) || confidence === '')
    throw new UsedWrongly(`--confidence must be a number from 0 to 1, got "${confidence}"`);
  return {
    ...(words.length > 0 && { content: words.join(' ') }),
    ...(tag && { tags: [...tag] }),
    ...(given !== null && { confidence: given }),
    ...(expectedVersion !== undefined && {
      expected_version: wholeNumber('--expected-version', expectedVersion, { min: 1, max: 1_000_000_000 }),
    }),
  };
}
