import { askModel } from '../llm/ask-model.ts';
import type { LlmProvider, ModelMessage } from '../llm/llm-provider.ts';
import { MemoryError } from '../memory-error.ts';
import type { AssistantResponse, MadeToolCall } from './assistant-response.ts';
import { callTool, outcomeText } from './call-tool.ts';
import { asModelTool, type ToolDefinition } from './tool-definition.ts';

/** How often a model is asked for one answer; the last time without tools, so that it answers. */
const maxRounds = 5;

/** Asks the model, and calls the tools that it asks for, until it answers. */
export async function answerWithTools(
  provider: LlmProvider,
  tools: readonly ToolDefinition[],
  asked: readonly ModelMessage[],
  signal: AbortSignal | undefined,
): Promise<Pick<AssistantResponse, 'content' | 'reasoning' | 'tool_calls'>> {
  const messages = [...asked];
  const made: MadeToolCall[] = [];
  const thoughts: string[] = [];
  for (let round = 1; round <= maxRounds; round += 1) {
    const offered = round < maxRounds ? tools.map(asModelTool) : [];
    const { content, reasoning, tool_calls = [] } = await askModel(provider, { messages, tools: offered, signal });
    if (reasoning) thoughts.push(reasoning);
    if (tool_calls.length === 0 || offered.length === 0) {
      if (content === '') break;
      return { content, reasoning: thoughts.join('\n\n') || null, tool_calls: made };
    }
    const calls = tool_calls.map((call, index) => ({ ...call, id: call.id ?? `call_${round}_${index + 1}` }));
    messages.push({ role: 'assistant', content, tool_calls: calls });
    for (const call of calls) {
      const outcome = await callTool(tools, call, round, signal);
      made.push(outcome);
      messages.push({ role: 'tool', tool_call_id: call.id, content: outcomeText(outcome) });
    }
  }
  throw new MemoryError('internal', 'The model answered nothing', { retryable: true });
}
