import { newId, type ResponseOf, type SensitiveFinding } from '@agent-mem/contract';
import type { Command } from 'commander';
import type { Terminal } from '../../command-line/terminal.ts';
import { visibleLine } from '../../command-line/visible.ts';
import type { MemoryClient } from '../../memory-client/memory-client.ts';
import { UsedWrongly } from '../../refusal.ts';
import { quarantineNote } from './quarantine-note.ts';
import { type RecordFlags, type Run, recordCommand, repeatable, scopeMembers, withMemory } from './with-memory.ts';

/** How long `--message` waits for what the message teaches. */
const waitMs = 10_000;

interface AddFlags extends RecordFlags {
  readonly source?: string;
  readonly tag?: readonly string[];
  readonly message?: true;
  readonly conversation?: string;
}

/** Adds `add`, which stores a fact or a message; `run` keeps its exit code. */
export function addAdd(program: Command, terminal: Terminal, run: Run): void {
  recordCommand(program, 'add <text...>', 'stores a fact; the same text is the same fact')
    .option('--source <name>', 'where it was learned')
    .option('--tag <tag>', 'a tag of it; may be repeated', repeatable)
    .option('--message', 'store it as a message of the user, and print what it teaches')
    .option('--conversation <name>', 'with --message: of this conversation; without: of a new one')
    .action((words: string[], flags: AddFlags, command: Command) => {
      if (flags.message && (flags.source !== undefined || flags.tag))
        throw new UsedWrongly('add: --source and --tag are of facts');
      if (!flags.message && flags.conversation !== undefined) throw new UsedWrongly('add: --conversation goes with --message');
      const add = flags.message ? addMessage : addFact;
      return withMemory(run, command, (client) => add(words.join(' '), flags, client, terminal), { mayMake: true });
    });
}

async function addFact(content: string, flags: AddFlags, client: MemoryClient, terminal: Terminal): Promise<0> {
  const { source, tag } = flags;
  const given = { ...(source !== undefined && { source }), ...(tag && { tags: [...tag] }) };
  const stored = await client.call('facts', 'store', { ...scopeMembers(flags), content, ...given });
  if (flags.json) terminal.print(JSON.stringify(stored));
  else terminal.print(`${stored.fact_id}  ${stored.created ? 'stored' : 'was there'}${noteOf(stored)}`);
  return 0;
}

async function addMessage(content: string, flags: AddFlags, client: MemoryClient, terminal: Terminal): Promise<0> {
  const conversation_id = flags.conversation ?? newId('conv');
  const message = { role: 'user', content } as const;
  const request = { ...scopeMembers(flags), conversation_id, messages: [message], wait_ms: waitMs };
  const answer = await client.call('conversations', 'append_messages', request);
  if (flags.json) terminal.print(JSON.stringify({ conversation_id, ...answer }));
  else {
    const sensitive = answer.messages.flatMap((each) => each.sensitive);
    for (const line of [`${conversation_id}  stored${noteOf({ sensitive })}`, ...cameOf(answer)]) terminal.print(line);
  }
  return 0;
}

/** What came of a message, a line each. */
function cameOf({ learned, changed, refused, pending }: ResponseOf<'conversations', 'append_messages'>): readonly string[] {
  return [
    learned.map(({ id, content }) => `${id}  learned: ${visibleLine(content)}`),
    changed.map(({ id, content, reason }) => `${id}  ${reason}: ${visibleLine(content)}`),
    refused.map(({ reason }) => `nothing learned: ${reason}`),
    pending.length > 0 ? 'it is read later' : [],
  ].flat();
}

/** What the caller would not expect of a text that was stored. */
function noteOf({ status, sensitive }: { readonly status?: string; readonly sensitive: readonly SensitiveFinding[] }): string {
  const found = sensitive.map(({ kind, action }) => `${action}: ${kind}`);
  const notes = [status === 'QUARANTINED' ? quarantineNote : [], [...new Set(found)]].flat();
  return notes.length === 0 ? '' : `  (${notes.join('; ')})`;
}
