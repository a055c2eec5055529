import { isJsonObject, OperationError } from '@agent-mem/contract';
import { fromJsonSchema } from '@modelcontextprotocol/server';
import type { McpTool } from './tool.ts';

type Check = ReturnType<typeof fromJsonSchema>;

/** Made when a tool is called first: making one takes a millisecond. */
const checks = new WeakMap<McpTool, Check>();

/** Throws `invalid-argument` for arguments that are not the tool's, which names them. */
export function checkArguments(tool: McpTool, args: Readonly<Record<string, unknown>>): void {
  const known = Object.keys(tool.input.properties);
  const unknown = Object.keys(args).filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw refusal(`${unknown.join(', ')}: is not known; ${tool.name} takes ${known.join(', ') || 'nothing'}`);
  const missing = required(tool).filter((name) => args[name] === undefined);
  if (missing.length > 0) throw refusal(missing.map((name) => `${name}: is required`).join('; '));
  const check = checks.get(tool) ?? fromJsonSchema(tool.input);
  checks.set(tool, check);
  const result = check['~standard'].validate(args);
  if (result instanceof Promise || !result.issues) return;
  throw refusal(result.issues.map(({ message }) => named(message, tool)).join('; '));
}

/** The validator begins at its root, writes a path with slashes, and leaves out which values are allowed. */
function named(message: string, { input }: McpTool): string {
  const sentence = message
    .replace(/data\/(\S+) /g, (_, path: string) => `${path.replaceAll('/', '.')}: `)
    .replace(/^data /, 'arguments: ')
    .replaceAll('must NOT have fewer than 1 characters', 'must not be empty');
  const argument = input.properties[sentence.split(':', 1)[0] ?? ''];
  const allowed = isJsonObject(argument) && Array.isArray(argument.enum) ? argument.enum.join(', ') : null;
  return allowed === null ? sentence : sentence.replace('equal to one of the allowed values', `one of ${allowed}`);
}

function required({ input }: McpTool): readonly string[] {
  return Array.isArray(input.required) ? input.required : [];
}

function refusal(sentence: string): OperationError {
  return new OperationError('invalid-argument', sentence);
}
