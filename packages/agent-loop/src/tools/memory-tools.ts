import type { AgentContext } from '@agent-mem/agent';
import { recallEpisodesTool, retrieveFactsTool, storeFactTool } from '@agent-mem/memory-tools';
import type { Tool } from './tool.ts';

/** The tools by which the model uses memory itself, as far as they are switched on. */
export function memoryTools(context: AgentContext): readonly Tool[] {
  const { config } = context;
  return [
    ...(config.ENABLE_TOOL_RETRIEVE_FACTS ? [retrieveFactsTool(context)] : []),
    ...(config.ENABLE_TOOL_RECALL_EPISODES ? [recallEpisodesTool(context)] : []),
    ...(config.ENABLE_TOOL_STORE_FACT ? [storeFactTool(context)] : []),
  ];
}
