import {
  correct,
  forget,
  type MemoryTool,
  recallEpisodes,
  retrieveFacts,
  retrieveMemory,
  searchMemory,
  storeFact,
  storeMemory,
} from '@agent-mem/memory-tools';
import type { LoopContext } from '../loop-context.ts';
import type { Tool } from './tool.ts';

type MemoryToolsContext = Pick<LoopContext, 'caller' | 'config'>;

/** The tools by which the loop's own model uses memory, as far as they are switched on. */
export function loopMemoryTools(context: MemoryToolsContext): readonly Tool[] {
  const { config } = context;
  return [
    ...(config.ENABLE_TOOL_RETRIEVE_FACTS ? [toolOf(context, retrieveFacts, config.FACT_RETRIEVAL_TOP_K)] : []),
    ...(config.ENABLE_TOOL_RECALL_EPISODES ? [toolOf(context, recallEpisodes, config.EPISODE_RETRIEVAL_TOP_K)] : []),
    ...(config.ENABLE_TOOL_STORE_FACT ? [toolOf(context, storeFact)] : []),
    ...(config.ENABLE_TOOL_FORGET ? [toolOf(context, forget)] : []),
    ...(config.ENABLE_TOOL_CORRECT ? [toolOf(context, correct)] : []),
    ...(config.ENABLE_TOOL_STORE_MEMORY ? [toolOf(context, storeMemory)] : []),
    ...(config.ENABLE_TOOL_RETRIEVE_MEMORY ? [toolOf(context, retrieveMemory)] : []),
    ...(config.ENABLE_TOOL_SEARCH_MEMORY ? [toolOf(context, searchMemory)] : []),
  ];
}

function toolOf({ caller, config }: MemoryToolsContext, memoryTool: MemoryTool, topK?: number): Tool {
  const { name, description, arguments: args } = memoryTool;
  return {
    name,
    description,
    arguments: args,
    isCaptured: false,
    // What it stores goes by the invocation and the text; what it deletes is deleted once.
    isIdempotent: true,
    async run(given, { scope, conversationId, invocationId, signal, recalled }) {
      const { text, recalledIds } = await memoryTool.run(given, {
        caller,
        scope,
        invocation: { invocationId, conversationId },
        ...(topK !== undefined && { topK }),
        options: { timeoutMs: config.TOOL_TIMEOUT_MS, signal },
      });
      if (recalledIds) recalled(recalledIds);
      return text;
    },
  };
}
