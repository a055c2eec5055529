import { originOf } from './fact-origin.ts';
import { type MemoryTool, textOf } from './memory-tool.ts';
import { quarantineNote } from './quarantine-note.ts';

const name = 'Correct';

/** Puts what is right in the place of a fact that is wrong. */
export const correct: MemoryTool = {
  name,
  description: 'Correct a fact that is wrong or out of date',
  arguments: [
    { name: 'fact_id', type: 'string', description: 'The id of the wrong fact, as RetrieveFacts shows it' },
    { name: 'fact_content', type: 'string', description: 'What is right, as one sentence that stands alone' },
  ],
  access: 'writes',
  async run({ fact_id, fact_content }, { caller, scope, invocation, options }) {
    const [id, content] = [textOf(fact_id).replace(/[[\]\s]/g, ''), textOf(fact_content)];
    // The id is looked at before anything is stored.
    const { fact } = await caller.call('facts', 'get', { ...scope, fact_id: id, include_deleted: true }, options);
    const { provenance, idempotency } = originOf(name, invocation, content);
    const right = { ...scope, content, trust: 'agent' as const, ...provenance };
    const { fact_id: stored, status } = await caller.call('facts', 'store', right, { ...options, ...idempotency });
    // What is wrong goes last: if this call breaks off in between, a repeat stores nothing twice and still takes it out.
    if (stored !== fact?.id) await caller.call('facts', 'delete', { ...scope, fact_id: id }, options);
    return {
      text: `Corrected: ${stored} stands in place of ${id}.${quarantineNote(status)}`,
      recalledIds: null,
      data: { fact_id: stored, replaced_id: id },
    };
  },
};
