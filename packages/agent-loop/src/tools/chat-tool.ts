import type { ChatTool } from '@agent-mem/llm';
import type { Tool, ToolArgument } from './tool.ts';

const knownTypes = ['string', 'number', 'integer', 'boolean', 'object', 'array'];

/** A tool as models with calls of their own are shown it. */
export function chatTool({ name, description, arguments: args, schema }: Tool): ChatTool {
  return { name, description, parameters: schema ?? schemaOf(args) };
}

function schemaOf(args: readonly ToolArgument[]): Readonly<Record<string, unknown>> {
  const properties = args.map(({ name, type, description }) => {
    const typed = knownTypes.includes(type) ? { type } : {};
    return [name, { ...typed, description }];
  });
  const required = args.filter((argument) => argument.required ?? true).map(({ name }) => name);
  return { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
}
