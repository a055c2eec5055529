import { OperationError } from '@agent-mem/contract';
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
  throw refusal(result.issues.map(({ message }) => named(message)).join('; '));
}

/** The validator begins at its root, and writes a path with slashes. */
function named(message: string): string {
  return message.replace(/data\/(\S+) /g, (_, path: string) => `${path.replaceAll('/', '.')}: `).replace(/^data /, 'arguments: ');
}

function required({ input }: McpTool): readonly string[] {
  return Array.isArray(input.required) ? input.required : [];
}

function refusal(sentence: string): OperationError {
  return new OperationError('invalid-argument', sentence);
}
