import { textHash } from '@agent-mem/contract';
import { type MemoryTool, textOf } from './memory-tool.ts';

/** Stores a long text aside, and gives the placeholder that stands for it. */
export const storeMemory: MemoryTool = {
  name: 'store_memory',
  description: 'Store a long text for later; answers the placeholder that stands for it',
  arguments: [
    { name: 'content', type: 'string', description: 'The text, whole' },
    { name: 'description', type: 'string', description: 'What it is, in a line' },
    { name: 'type', type: 'string', description: 'command_output, file_content, api_response or another word', required: false },
  ],
  access: 'writes',
  async run(args, { caller, scope, invocation, options }) {
    const [content, description, type] = [textOf(args.content), textOf(args.description), textOf(args.type)];
    const origin = invocation && {
      conversation_id: invocation.conversationId,
      invocation_id: invocation.invocationId,
      // By the text, so that a step which is taken again after a crash stores it once.
      upload_id: `${invocation.invocationId}/store_memory/${textHash(content)}`,
    };
    const request = { ...scope, content, description, ...(type !== '' && { type }), ...origin };
    const { placeholder, memory_key } = await caller.call('working-memory', 'store_detail', request, options);
    return { text: `Stored as ${placeholder}`, recalledIds: null, data: { memory_key, placeholder } };
  },
};
