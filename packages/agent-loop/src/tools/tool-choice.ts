import type { ToolDescription } from '@agent-mem/llm';
import { argumentProblem } from './argument-schema.ts';
import type { Tool, ToolArgument } from './tool.ts';

/** The tools a request may use: of its groups (none named: all), in its state. */
export function offeredTools(tools: readonly Tool[], groups: readonly string[], state: string): readonly Tool[] {
  const ofGroup = ({ groups: own = ['default'] }: Tool) =>
    groups.length === 0 || groups.includes('*') || own.some((group) => groups.includes(group));
  const ofState = ({ states: own = ['*'] }: Tool) => own.includes('*') || own.includes(state === '' ? 'undefined' : state);
  return tools.filter((tool) => ofGroup(tool) && ofState(tool));
}

/** The tool of that name; of no other, but written in another case or with other word breaks it is still the same. */
export function findTool(tools: readonly Tool[], name: string): Tool | null {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_()-]/g, '');
  return tools.find((tool) => tool.name === name) ?? tools.find((tool) => plain(tool.name) === plain(name)) ?? null;
}

/** As the prompt describes it. */
export function describeTool({ name, description, arguments: args }: Tool): ToolDescription {
  return {
    name,
    description,
    arguments: args.map((argument) => ({ name: argument.name, type: argument.type, description: argument.description })),
  };
}

/** The arguments as the tool takes them, or what is wrong with them. */
export function fitArgs(tool: Tool, args: Readonly<Record<string, unknown>>): Record<string, unknown> | string {
  const fitted: Record<string, unknown> = { ...args };
  if (tool.checksArguments === false) return fitted;
  for (const argument of tool.arguments) {
    const given = args[argument.name];
    if (given === undefined || given === null || given === '') {
      // The schema says whether what is given may be empty.
      if (given !== undefined && tool.schema) continue;
      if (argument.required ?? true) return `the argument "${argument.name}" is missing; ${usage(tool)}`;
      continue;
    }
    const value = fitValue(argument, given);
    if (value === undefined) return `the argument "${argument.name}" must be a ${argument.type}; ${usage(tool)}`;
    fitted[argument.name] = value;
  }
  const problem = tool.schema ? argumentProblem(tool.schema, fitted) : null;
  return problem === null ? fitted : `${problem}; ${usage(tool)}`;
}

function fitValue({ type }: ToolArgument, given: unknown): unknown {
  switch (type) {
    case 'string':
      return typeof given === 'object' ? undefined : String(given);
    case 'number':
      return asNumber(given);
    case 'integer':
      return Number.isInteger(asNumber(given)) ? asNumber(given) : undefined;
    case 'boolean':
      if (given === 'true' || given === 'false') return given === 'true';
      return typeof given === 'boolean' ? given : undefined;
    default:
      return given;
  }
}

function asNumber(given: unknown): number | undefined {
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function usage(tool: Tool): string {
  if (tool.arguments.length === 0) return `${tool.name} takes no arguments`;
  return `${tool.name} takes ${tool.arguments.map(({ name, type }) => `${name} (${type})`).join(', ')}`;
}
