import { canonicalId, cutAnswer, type InvocationCompleted, type InvocationStep, newId, type ToolCall } from '@agent-mem/contract';
import { cutText } from './cut-text.ts';
import type { NewMessage } from './message.ts';

const mostTextBytes = 65_536;
/** Together with the answer and its reasoning, a message that any answer can carry back. */
const mostCallsBytes = 262_144;

/** What the user asked and what the agent answered, as messages of the conversation. One without text is left out, and a part of an answer says that it is cut. */
export function exchangeOf(completed: InvocationCompleted, completedAt: string, now: number): NewMessage[] {
  const { invocation_id, question, answer, steps, success } = completed;
  const metadata = { invocation_id };
  const idFrom = (given: string | null) => (given && canonicalId('msg', given)) ?? newId('msg', now);
  const messages: NewMessage[] = [
    {
      id: idFrom(completed.question_message_id),
      role: 'user',
      content: cutText(question, mostTextBytes),
      reasoning: null,
      timestamp: completed.started_at || completedAt,
      speaker: null,
      metadata,
      tool_calls: [],
    },
    {
      id: idFrom(completed.answer_message_id),
      role: 'assistant',
      content: cutText(answer, mostTextBytes),
      reasoning: reasoningOf(steps),
      timestamp: completedAt,
      speaker: null,
      metadata: success ? metadata : { ...metadata, ...cutAnswer },
      tool_calls: toolCallsOf(steps),
    },
  ];
  return messages.filter((message) => message.content.trim() !== '');
}

function reasoningOf(steps: readonly InvocationStep[]): string | null {
  const thoughts = steps.map((step) => step.thought.trim()).filter((thought) => thought !== '');
  return thoughts.length > 0 ? cutText(thoughts.join('\n'), mostTextBytes) : null;
}

/** The steps that called something. Of calls that are too much for one message the first ones stay. */
function toolCallsOf(steps: readonly InvocationStep[]): ToolCall[] {
  const calls: ToolCall[] = [];
  let bytes = 0;
  for (const [iteration, step] of steps.entries()) {
    if (step.action.trim() === '') continue;
    const call = toolCallOf(step, iteration + 1);
    bytes += Buffer.byteLength(JSON.stringify(call));
    if (bytes > mostCallsBytes || calls.length === 100) break;
    calls.push(call);
  }
  return calls;
}

function toolCallOf(step: InvocationStep, iteration: number): ToolCall {
  const { success, timestamp } = step;
  const result = JSON.stringify(step.observation);
  const shared = { id: '', success, timestamp, weight: null };
  return {
    ...shared,
    message_id: '',
    tool_name: step.action.trim(),
    arguments: step.arguments || '{}',
    duration_ms: step.duration_ms,
    iteration,
    tool_result: {
      ...shared,
      tool_call_id: '',
      result,
      error: success ? null : step.observation,
      result_size_bytes: Buffer.byteLength(result),
    },
  };
}
