import { type InvocationStep, parsedJson, type ToolCall, type ToolResult } from '@agent-mem/contract';
import type { StoredMessage } from '@agent-mem/service-kit';
import type { TaskDone } from './recorded-story.ts';

/** A tool call of a message, with what the tool answered if the message says it. */
export interface CallOfMessage {
  readonly call: Pick<ToolCall, 'tool_name' | 'arguments' | 'duration_ms' | 'timestamp'>;
  readonly result: Pick<ToolResult, 'success' | 'result' | 'error'> | null;
}

/** A turn as a task that is over: what the user asked, what the agent thought and called, and the last message as the answer. */
export function turnDone(
  question: string,
  messages: readonly Pick<StoredMessage, 'role' | 'content' | 'reasoning' | 'timestamp' | 'tool_call_ids'>[],
  calls: ReadonlyMap<string, CallOfMessage>,
): TaskDone {
  const steps: InvocationStep[] = [];
  /** Steps whose tool answers in a message of its own, in the order of the calls. */
  const open: number[] = [];
  for (const { role, content, reasoning, timestamp, tool_call_ids } of messages) {
    if (role === 'tool') {
      const at = open.shift();
      const step = at === undefined ? undefined : steps[at];
      if (at !== undefined && step) steps[at] = { ...step, observation: content };
    }
    if (reasoning) steps.push({ ...thoughtStep, thought: reasoning, timestamp });
    for (const id of tool_call_ids) {
      const made = calls.get(id);
      if (!made) continue;
      if (!made.result) open.push(steps.length);
      steps.push(callStep(made));
    }
  }
  return { question, answer: messages.at(-1)?.content ?? '', steps, success: true, error: null, started_at: '' };
}

const thoughtStep: InvocationStep = {
  thought: '',
  action: '',
  arguments: '',
  observation: '',
  success: true,
  duration_ms: 0,
  timestamp: '',
  from_memory: false,
};

/** A call whose result is not there says nothing of a failure. */
function callStep({ call, result }: CallOfMessage): InvocationStep {
  const { tool_name: action, arguments: given, duration_ms, timestamp } = call;
  const observation = result ? (result.error ?? textOf(result.result)) : '';
  return { ...thoughtStep, action, arguments: given, observation, success: result?.success ?? true, duration_ms, timestamp };
}

/** A text that JSON quotes, as it is read. */
function textOf(json: string): string {
  const value = parsedJson(json);
  return typeof value === 'string' ? value : json;
}
