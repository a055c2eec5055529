import type { Command } from 'commander';
import type { Terminal } from '../../command-line/terminal.ts';
import { type RecordFlags, type Run, recordCommand, repeatable, scopeMembers, withMemory } from './with-memory.ts';

/** Adds `add`, which stores a fact; `run` keeps its exit code. */
export function addAdd(program: Command, terminal: Terminal, run: Run): void {
  recordCommand(program, 'add <text...>', 'stores a fact; the same text is the same fact')
    .option('--source <name>', 'where it was learned')
    .option('--tag <tag>', 'a tag of it; may be repeated', repeatable)
    .action(
      (words: string[], flags: RecordFlags & { readonly source?: string; readonly tag?: readonly string[] }, command: Command) =>
        withMemory(
          run,
          command,
          async (client) => {
            const { source, tag } = flags;
            const request = {
              ...scopeMembers(flags),
              content: words.join(' '),
              ...(source !== undefined && { source }),
              ...(tag && { tags: [...tag] }),
            };
            const stored = await client.call('facts', 'store', request);
            if (flags.json) terminal.print(JSON.stringify(stored));
            else terminal.print(`${stored.fact_id}  ${stored.created ? 'stored' : 'was there'}${noteOf(stored)}`);
            return 0;
          },
          { mayMake: true },
        ),
    );
}

/** What the caller would not expect of a text that was stored. */
function noteOf({
  status,
  sensitive,
}: {
  readonly status: string;
  readonly sensitive: readonly { readonly kind: string }[];
}): string {
  const found = [...new Set(sensitive.map(({ kind }) => kind))];
  const notes = [
    status === 'QUARANTINED' ? 'quarantined: it reads like instructions to a model' : [],
    found.length > 0 ? `sensitive: ${found.join(', ')}` : [],
  ].flat();
  return notes.length === 0 ? '' : `  (${notes.join('; ')})`;
}
