import { originOf } from './fact-origin.ts';
import { type MemoryTool, textOf } from './memory-tool.ts';
import { quarantineNote } from './quarantine-note.ts';

const name = 'StoreFact';

/** Stores a fact that the model finds worth remembering. */
export const storeFact: MemoryTool = {
  name,
  description: 'Explicitly store a fact for future reference',
  arguments: [{ name: 'fact_content', type: 'string', description: 'The fact as one sentence that stands alone' }],
  access: 'writes',
  async run({ fact_content }, { caller, scope, invocation, options }) {
    const content = textOf(fact_content);
    const { provenance, idempotency } = originOf(name, invocation, content);
    const fact = { ...scope, content, trust: 'agent' as const, ...provenance };
    const { fact_id, created, status } = await caller.call('facts', 'store', fact, { ...options, ...idempotency });
    const text = created ? `Stored as ${fact_id}.` : `Known already as ${fact_id}.`;
    return { text: text + quarantineNote(status), recalledIds: null, data: { fact_id, created } };
  },
};
