import type { AgentResponse } from '../generated/memory-services.ts';
import { lastFrame } from '../last-frame.ts';
import type { Memory } from '../memory.ts';
import type { AssistantResponse, MadeToolCall } from './assistant-response.ts';

/** Has the fleet's agent answer: it stores both messages, recalls, and calls its own tools. */
export async function answerByInvoke(
  { agent }: Pick<Memory, 'agent'>,
  question: string,
  conversation_id: string,
  signal: AbortSignal | undefined,
): Promise<AssistantResponse> {
  const thoughts: string[] = [];
  const calls: MadeToolCall[] = [];
  const frames = agent.invokeStream({ question, conversation_id }, signal ? { signal } : {});
  // The interface of `lastFrame` is that of every stream.
  const last = (await lastFrame(noted(frames, thoughts, calls))) as AgentResponse;
  const reasoning = thoughts.join('\n\n') || null;
  return { content: last.answer ?? last.content, reasoning, tool_calls: calls, context_used: null, receipt: last.receipt };
}

/** The same frames; the thoughts and calls among them are written down. */
async function* noted(
  frames: AsyncIterable<AgentResponse>,
  thoughts: string[],
  calls: MadeToolCall[],
): AsyncGenerator<AgentResponse> {
  let action: { readonly text: string; readonly startedAt: number } | null = null;
  for await (const frame of frames) {
    if (frame.type === 'thought') thoughts.push(frame.content);
    if (frame.type === 'action') action = { text: frame.content, startedAt: performance.now() };
    if (frame.type === 'observation' && action) {
      const durationMs = Math.round(performance.now() - action.startedAt);
      calls.push(madeCall(action.text, frame.content, durationMs, calls.length + 1));
      action = null;
    }
    yield frame;
  }
}

/** An action is the tool's name and its arguments; what the tool answered is its result, whatever that says. */
function madeCall(action: string, result: string, duration_ms: number, iteration: number): MadeToolCall {
  const [, tool_name = action, args = ''] = /^(\S+) (.*)$/s.exec(action) ?? [];
  return { tool_name, arguments: argumentsOf(args), success: true, result, error: null, duration_ms, iteration };
}

function argumentsOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    // What a model gives as arguments is an object, or is shown as it came.
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {}
  return text === '' ? {} : { text };
}
