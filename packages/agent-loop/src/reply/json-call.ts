import { isJsonObject } from '@agent-mem/contract';
import { readModelJson } from '@agent-mem/llm';
import { withoutFence, withoutFenceBehind } from './json-args.ts';
import type { ModelStep } from './model-step.ts';

const names = ['name', 'tool', 'tool_name', 'action', 'function'] as const;
const argumentsOf = ['arguments', 'args', 'parameters', 'input', 'action_input', 'tool_input'] as const;

type Members = Readonly<Record<string, unknown>>;

/**
 * A call that a model wrote as JSON instead of in the form that it was asked for, alone in its text: `{"name": …, "arguments": {…}}`, in a fence or in
 * `<tool_call>`, by the names that the formats of models have. `null`: the text is something else.
 */
export function readJsonCall(text: string): ModelStep | null {
  const json = withoutFenceBehind(withoutFence(text.replace(/^<tool_call>|<\/tool_call>$/g, '').trim()));
  if (!json.startsWith('{') || !json.endsWith('}')) return null;
  const value = objectIn(json);
  const call = value && (objectOf(value.function) ?? value);
  if (!call) return null;
  const action = names.map((each) => call[each]).find((each) => typeof each === 'string' && each !== '');
  const given = argumentsOf.map((each) => call[each]).find((each) => each !== undefined);
  const args = typeof given === 'string' ? objectIn(given) : objectOf(given);
  if (typeof action !== 'string' || !args) return null;
  const thought = value.thought;
  return { kind: 'action', thought: typeof thought === 'string' ? thought : '', action, args, problem: null };
}

function objectIn(json: string): Members | null {
  try {
    return objectOf(readModelJson(json));
  } catch {
    return null;
  }
}

function objectOf(value: unknown): Members | null {
  return isJsonObject(value) ? value : null;
}
