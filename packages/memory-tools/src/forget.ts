import { OperationError } from '@agent-mem/contract';
import { originOf } from './fact-origin.ts';
import { type MemoryTool, textOf } from './memory-tool.ts';

const name = 'Forget';

/** Deletes facts that the model finds wrong, or that the user wants forgotten, and stores what of them stays. They can be restored. */
export const forget: MemoryTool = {
  name,
  description: 'Forget facts that are wrong or that the user wants forgotten',
  arguments: [
    {
      name: 'fact_id',
      type: 'string',
      description: 'The id of the fact, as RetrieveFacts shows it; several with commas between',
    },
    {
      name: 'remaining',
      type: 'string',
      description: 'What stays true where only a part of a fact is to be forgotten, a sentence a line',
      required: false,
    },
  ],
  access: 'writes',
  async run({ fact_id, remaining }, { caller, scope, invocation, options }) {
    const ids = textOf(fact_id)
      .split(/[\s,;[\]]+/)
      .filter((id) => id !== '');
    if (ids.length === 0) throw new OperationError('invalid-argument', 'fact_id: is required');
    const statements = textOf(remaining)
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    // One after the other, what stays before what goes: storing or deleting a fact again changes nothing, so that a call can be repeated from the beginning.
    const stored: string[] = [];
    for (const content of statements) {
      const { provenance, idempotency } = originOf(name, invocation, content);
      const fact = { ...scope, content, trust: 'agent' as const, ...provenance };
      stored.push((await caller.call('facts', 'store', fact, { ...options, ...idempotency })).fact_id);
    }
    const gone = ids.filter((id) => !stored.includes(id));
    for (const id of gone) await caller.call('facts', 'delete', { ...scope, fact_id: id }, options);
    const rest = stored.length === 0 ? '' : ` Remaining: ${stored.join(', ')}.`;
    return {
      text: `Forgotten: ${gone.join(', ')}.${rest}`,
      recalledIds: null,
      data: { fact_ids: gone, remaining_ids: stored },
    };
  },
};
