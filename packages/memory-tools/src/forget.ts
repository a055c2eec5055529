import { OperationError, type ResponseOf } from '@agent-mem/contract';
import { originOf } from './fact-origin.ts';
import { type MemoryTool, type MemoryToolCall, textOf } from './memory-tool.ts';
import { quarantineNote } from './quarantine-note.ts';

const name = 'Forget';

/** Long before any fact: nothing believes a statement that is stored only to be forgotten, nor takes it for what stands now. */
const over = '1970-01-01T00:00:00.000Z';

/** Deletes facts that the model finds wrong, or that the user wants forgotten, and stores what of them stays. They can be restored. */
export const forget: MemoryTool = {
  name,
  description: 'Forget facts that are wrong or that the user wants forgotten',
  arguments: [
    {
      name: 'fact_id',
      type: 'string',
      description: 'The id of the fact, as RetrieveFacts shows it; several with commas between',
      required: false,
    },
    {
      name: 'remaining',
      type: 'string',
      description: 'What stays true where only a part of a fact is to be forgotten, a sentence a line',
      required: false,
    },
    {
      name: 'forgotten',
      type: 'string',
      description:
        'What is to be forgotten where no fact says it on its own, a sentence a line: no message that says it is shown again',
      required: false,
    },
  ],
  access: 'writes',
  async run({ fact_id, remaining, forgotten }, call) {
    const ids = textOf(fact_id)
      .split(/[\s,;[\]]+/)
      .filter((id) => id !== '');
    const [stays, goes] = [linesOf(remaining), linesOf(forgotten)];
    if (ids.length + goes.length === 0) throw new OperationError('invalid-argument', 'fact_id: is required, or forgotten');
    const { caller, scope, options } = call;
    // First what may be refused, then what is only deleted: a call that is refused has changed nothing, and one that broke off is made again from the beginning.
    for (const id of ids) await caller.call('facts', 'get', { ...scope, fact_id: id, include_deleted: true }, options);
    const stored = await storeAll(
      [...stays.map((content) => ({ content })), ...goes.map((content) => ({ content, valid_to: over }))],
      call,
    );
    const storedIds = stored.map((each) => each.fact_id);
    const remainingIds = storedIds.slice(0, stays.length);
    const gone = new Set([...ids, ...storedIds.slice(stays.length)].filter((id) => !remainingIds.includes(id)));
    for (const id of gone) await caller.call('facts', 'delete', { ...scope, fact_id: id }, options);
    const notes = new Set(stored.slice(0, stays.length).map(({ status }) => quarantineNote(status)));
    const rest = stays.length === 0 ? '' : ` Remaining: ${remainingIds.join(', ')}.${[...notes].join('')}`;
    return {
      text: `Forgotten: ${[...gone].join(', ')}.${rest}`,
      recalledIds: null,
      data: { fact_ids: [...gone], remaining_ids: remainingIds },
    };
  },
};

type StoredStatement = Pick<ResponseOf<'facts', 'store'>, 'fact_id' | 'created' | 'status'>;

/**
 * Stores statements and answers what the service does. Where one is refused, none stays that was not there before. A statement that is there is not stored
 * again: its text is what makes a repeated call change nothing, and not a key, by which a repeat would be answered the id of one that was taken back.
 */
async function storeAll(
  statements: readonly { readonly content: string; readonly valid_to?: string }[],
  { caller, scope, invocation, options }: MemoryToolCall,
): Promise<readonly StoredStatement[]> {
  const stored: StoredStatement[] = [];
  try {
    for (const statement of statements) {
      const { provenance } = originOf(name, invocation, statement.content);
      stored.push(await caller.call('facts', 'store', { ...scope, ...statement, trust: 'agent', ...provenance }, options));
    }
  } catch (cause) {
    for (const { fact_id } of stored.filter(({ created }) => created))
      await caller.call('facts', 'delete', { ...scope, fact_id }, options).catch(() => undefined);
    throw cause;
  }
  return stored;
}

function linesOf(argument: unknown): readonly string[] {
  return textOf(argument)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
