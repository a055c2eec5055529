import { availableTools, loopMemoryTools, type Tool, type ToolOrigin } from '@agent-mem/agent-loop';
import { type AgentRequest, isJsonObject, OperationError } from '@agent-mem/contract';
import type { HandlerContext } from '@agent-mem/service-kit';
import type { Config } from '../config.ts';

/** Throws `invalid-argument` where a request could not wait for what it says that it may wait for: a run that waits is stored. */
export function checkMayWait({ may_wait, enable_memory, tools }: AgentRequest, memoryIsOff: boolean): void {
  if (tools.length > 0 && !may_wait)
    throw new OperationError('invalid-argument', 'tools: need may_wait, since the run waits for their results');
  if (may_wait && enable_memory === false)
    throw new OperationError('invalid-argument', 'may_wait: needs enable_memory, since a run that waits is stored');
  if (may_wait && memoryIsOff)
    throw new OperationError('failed-precondition', 'may_wait: memory is off here, and a run that waits is stored');
}

/** The tools of a request that the caller runs, whatever groups it chooses of the others. Throws `invalid-argument` where one cannot be. */
export function callerTools({ group, tools }: Pick<AgentRequest, 'group' | 'tools'>): readonly Tool[] {
  return tools.map(({ name, description, schema }, index): Tool => {
    const own = schema === null ? null : objectOf(schema);
    if (schema !== null && own === null)
      throw new OperationError('invalid-argument', `tools[${index}].schema: must be a JSON object`);
    const offered = group.length > 0 ? { groups: group } : {};
    return { name, description, arguments: [], awaits: 'result', ...offered, ...(own && { schema: own }), run: notHere };
  });
}

/** Throws `invalid-argument` where a tool of the caller has the name of another tool: the model could call one of the two alone. */
export async function checkToolNames(
  { tools }: Pick<AgentRequest, 'tools'>,
  context: HandlerContext<Config>,
  origins: readonly ToolOrigin[],
): Promise<void> {
  if (tools.length === 0) return;
  const own = [...(context.config.ENABLE_TOOL_ASK_USER ? [askUser] : []), ...loopMemoryTools(context), ...origins];
  const taken = new Set((await availableTools(own, context.signal)).map(({ name }) => name));
  for (const [index, { name }] of tools.entries()) {
    if (taken.has(name))
      throw new OperationError('invalid-argument', `tools[${index}].name: another tool is named ${name}; choose another name`);
    taken.add(name);
  }
}

/** By it the model asks the user. */
export const askUser: Tool = {
  name: 'ask_user',
  description: 'Ask the user a question and wait for the answer; only for what cannot be found out otherwise',
  arguments: [{ name: 'question', type: 'string', description: 'The question, as the user is to read it' }],
  awaits: 'answer',
  run: notHere,
};

function notHere(): Promise<never> {
  throw new OperationError('internal', 'This tool is not run here');
}

function objectOf(json: string): Readonly<Record<string, unknown>> | null {
  const value: unknown = JSON.parse(json);
  return isJsonObject(value) ? value : null;
}
