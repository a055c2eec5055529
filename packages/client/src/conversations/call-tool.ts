import type { ModelToolCall } from '../llm/llm-provider.ts';
import type { MadeToolCall } from './assistant-response.ts';
import type { ToolDefinition } from './tool-definition.ts';

/** Calls a tool. A tool that is not there or throws is a call that failed, which the model is shown. */
export async function callTool(
  tools: readonly ToolDefinition[],
  { name, arguments: args }: ModelToolCall,
  iteration: number,
  signal: AbortSignal | undefined,
): Promise<MadeToolCall> {
  const startedAt = performance.now();
  const made = (outcome: { readonly result: unknown } | { readonly error: string }): MadeToolCall => ({
    tool_name: name,
    arguments: args,
    success: 'result' in outcome,
    result: 'result' in outcome ? (outcome.result ?? null) : null,
    error: 'error' in outcome ? outcome.error : null,
    duration_ms: Math.round(performance.now() - startedAt),
    iteration,
  });
  const tool = tools.find((each) => each.name === name);
  if (!tool) return made({ error: `There is no tool ${name}; there are ${tools.map((each) => each.name).join(', ') || 'none'}` });
  try {
    return made({ result: await tool.run(args, { signal }) });
  } catch (error) {
    signal?.throwIfAborted();
    return made({ error: error instanceof Error ? error.message : String(error) });
  }
}

/** The call's outcome as the model is shown it. */
export function outcomeText({ result, error }: MadeToolCall): string {
  if (error !== null) return `Error: ${error}`;
  return typeof result === 'string' ? result : (JSON.stringify(result) ?? 'null');
}
