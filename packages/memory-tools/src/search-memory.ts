import { type Detail, memoryReference } from '@agent-mem/contract';
import { type MemoryTool, textOf } from './memory-tool.ts';

/** Finds what was stored aside, and gives its placeholders. */
export const searchMemory: MemoryTool = {
  name: 'search_memory',
  description: 'Find stored texts, such as outputs of commands, by what they say; answers their placeholders',
  arguments: [
    { name: 'query', type: 'string', description: 'What to look for' },
    { name: 'thread_id', type: 'string', description: 'Only of this conversation', required: false },
  ],
  access: 'reads',
  async run(args, { caller, scope, topK, options }) {
    const thread_id = textOf(args.thread_id);
    const asked = {
      ...scope,
      query: textOf(args.query),
      ...(thread_id !== '' && { thread_id }),
      ...(topK !== undefined && { top_k: topK }),
    };
    const { details } = await caller.call('working-memory', 'search_details', asked, options);
    const text = details.map(shown).join('\n') || 'No stored texts were found.';
    return { text, recalledIds: null, data: { details } };
  },
};

function shown({ memory_key, description, size_bytes, created_at }: Detail): string {
  return `- ${memoryReference(memory_key, description)} ${size_bytes.toLocaleString('en')} bytes, stored at ${created_at}`;
}
