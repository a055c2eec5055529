import { OperationError } from '@agent-mem/contract';
import { type MemoryTool, textOf } from './memory-tool.ts';

/** Deletes facts that the model finds wrong, or that the user wants forgotten. They can be restored. */
export const forget: MemoryTool = {
  name: 'Forget',
  description: 'Forget facts that are wrong or that the user wants forgotten',
  arguments: [
    {
      name: 'fact_id',
      type: 'string',
      description: 'The id of the fact, as RetrieveFacts shows it; several with commas between',
    },
  ],
  access: 'writes',
  async run({ fact_id }, { caller, scope, options }) {
    const ids = textOf(fact_id)
      .split(/[\s,;[\]]+/)
      .filter((id) => id !== '');
    if (ids.length === 0) throw new OperationError('invalid-argument', 'fact_id: is required');
    // One after the other: deleting a fact again changes nothing, so that a call can be repeated from the beginning.
    for (const id of ids) await caller.call('facts', 'delete', { ...scope, fact_id: id }, options);
    return { text: `Forgotten: ${ids.join(', ')}.`, recalledIds: null, data: { fact_ids: ids } };
  },
};
