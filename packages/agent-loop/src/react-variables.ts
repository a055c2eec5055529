import { promptTime, type TemplateVariables } from '@agent-mem/llm';
import { retrieveMemory } from '@agent-mem/memory-tools';
import { shownMemory } from './memory/memory-text.ts';
import { withoutShownAbove } from './memory/shown-above.ts';
import type { Trace } from './memory/working-memory.ts';
import type { Run } from './run.ts';
import type { Tool } from './tools/tool.ts';
import { describeTool } from './tools/tool-choice.ts';

/** What of one step its prompt shows. */
interface PromptedStep {
  readonly state: string;
  readonly trace: Pick<Trace, 'items'>;
  readonly tools: readonly Tool[];
  /** Behind what is configured; empty: nothing. */
  readonly note: string;
}

/** What the prompt of one step is filled with. */
export function reactVariables(
  { context: { config }, invocation, memory, request }: Run,
  { state, trace, tools, note }: PromptedStep,
): TemplateVariables['react'] {
  const recalled = shownMemory(memory);
  const working_memory = withoutShownAbove(trace.items, recalled.facts);
  const shown = { ...recalled, working_memory };
  // How a reference is opened is worth its tokens where one stands in the prompt.
  const hasReference = JSON.stringify([shown, request.question]).includes('[MemoryRef:');
  return {
    additional_context: [config.ADDITIONAL_CONTEXT, note].filter((text) => text !== '').join('\n\n'),
    ...shown,
    tools: tools.map(describeTool),
    state,
    question: request.question,
    asked_at: promptTime(invocation.startedAt),
    learns: (request.enable_memory ?? true) && config.ENABLE_AUTO_FACT_EXTRACTION,
    opens_references: hasReference && tools.some(({ name }) => name === retrieveMemory.name),
  };
}
