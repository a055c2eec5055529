import type { AgentRequest } from '@agent-mem/contract';
import { promptTime, type TemplateVariables } from '@agent-mem/llm';
import { retrieveMemory } from '@agent-mem/memory-tools';
import type { LoopConfig } from './config.ts';
import { shownMemory } from './memory/memory-text.ts';
import type { RecalledMemory } from './memory/recalled-memory.ts';
import { withoutShownAbove } from './memory/shown-above.ts';
import type { Trace } from './memory/working-memory.ts';
import type { Tool } from './tools/tool.ts';
import { describeTool } from './tools/tool-choice.ts';

/** What the prompt of one step is filled with. */
export function reactVariables(
  request: AgentRequest,
  startedAt: string,
  state: string,
  memory: RecalledMemory,
  trace: Trace,
  tools: readonly Tool[],
  config: Pick<LoopConfig, 'ADDITIONAL_CONTEXT' | 'ENABLE_AUTO_FACT_EXTRACTION'>,
): TemplateVariables['react'] {
  const recalled = shownMemory(memory);
  const working_memory = withoutShownAbove(trace.items, recalled.facts);
  const shown = { ...recalled, working_memory };
  // How a reference is opened is worth its tokens where one stands in the prompt.
  const hasReference = JSON.stringify([shown, request.question]).includes('[MemoryRef:');
  return {
    additional_context: config.ADDITIONAL_CONTEXT,
    ...shown,
    tools: tools.map(describeTool),
    state,
    question: request.question,
    asked_at: promptTime(startedAt),
    learns: (request.enable_memory ?? true) && config.ENABLE_AUTO_FACT_EXTRACTION,
    opens_references: hasReference && tools.some(({ name }) => name === retrieveMemory.name),
  };
}
