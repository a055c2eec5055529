import type { Memory } from '../memory.ts';
import type { ObjectSchema } from '../schemas/json-schema.ts';

/** What hosts are shown about the effects of a tool. */
export interface Effects {
  readonly readOnlyHint: boolean;
  /** It takes something away. Of a tool that only reads it says nothing. */
  readonly destructiveHint: boolean;
  /** Calling it again with the same arguments changes nothing more. */
  readonly idempotentHint: boolean;
  /** It meets systems other than this memory. */
  readonly openWorldHint: false;
}

/** It reads. */
export const reads: Effects = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
/** It adds, each time it is called. */
export const adds: Effects = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false };
/** It adds what is not there yet. */
export const addsOnce: Effects = { ...adds, idempotentHint: true };
/** It changes or takes away, and a repeat finds that done. */
export const changes: Effects = { ...adds, destructiveHint: true, idempotentHint: true };

/** What a call gives. */
export interface ToolAnswer {
  /** For models, where that reads better than the data. Default: the data as JSON. */
  readonly text?: string;
  /** For programs, by the tool's output schema. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A tool as clients of MCP see it. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ObjectSchema;
  readonly output: ObjectSchema;
  readonly effects: Effects;
  /** The arguments fit the input schema: what passes them on whole needs to know no more of them. */
  run(args: Readonly<Record<string, never>>, memory: Memory): Promise<ToolAnswer>;
}

/** A tool that looks into its arguments, which are what its input schema says. */
export function toolOf<Args extends object>(
  tool: Omit<McpTool, 'run'> & { run(args: Args, memory: Memory): Promise<ToolAnswer> },
): McpTool {
  return tool as McpTool;
}
