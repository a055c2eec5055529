import type { ChatCall, ChatTool } from '@agent-mem/llm';
import type { ChatCompletionTool } from 'openai/resources/chat/completions';

/** Names of functions as the API takes them: 64 letters, digits, `_` and `-`. */
export interface FunctionNames {
  readonly functions: readonly ChatCompletionTool[];
  /** The call under the name that the tool has here. */
  ownCall(call: ChatCall): ChatCall;
}

const longest = 64;

/** The tools as the API takes them. A name that does not fit is written with `_` and made unlike the others. */
export function functionNames(tools: readonly ChatTool[]): FunctionNames {
  const own = new Map<string, string>();
  const functions = tools.map(({ name, description, parameters }): ChatCompletionTool => {
    const fitting = unlike(name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, longest) || '_', own);
    own.set(fitting, name);
    return { type: 'function', function: { name: fitting, description, parameters: { ...parameters } } };
  });
  return { functions, ownCall: (call) => ({ ...call, name: own.get(call.name) ?? call.name }) };
}

function unlike(name: string, taken: ReadonlyMap<string, string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) {
    const end = `_${count}`;
    free = name.slice(0, longest - end.length) + end;
  }
  return free;
}
