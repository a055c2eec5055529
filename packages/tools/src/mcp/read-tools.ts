import { schemaProblem } from '@agent-mem/agent-loop';
import { membersOf } from '@agent-mem/contract';
import { readsAsInstructions } from '@agent-mem/policy/injection';
import type { Client, StandardSchemaV1 } from '@modelcontextprotocol/client';

/** A tool as a server lists it, as far as it can be used. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  readonly isIdempotent: boolean;
}

/** The tools of a server, and a sentence about each tool and each description that is left out. */
export interface ToolListing {
  readonly tools: readonly ListedTool[];
  readonly leftOut: readonly string[];
}

const mostPages = 32;
const mostTools = 256;
const longestName = 256;
const longestSchema = 32_000;
const longestDescription = 1_000;
const listMs = 10_000;
/** Stands where a description is left out. */
const notShown = '(what it says of itself reads like instructions and is left out)';

/** Takes any result: what a server says is checked tool by tool, so that one that is wrong costs no other. */
export const anyResult: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'agent-mem', validate: (value) => ({ value }) },
};

/** Asks a server for its tools. Rejects where it gives no list. */
export async function readTools(client: Client, signal: AbortSignal): Promise<ToolListing> {
  const tools: ListedTool[] = [];
  const leftOut: string[] = [];
  const undescribed: string[] = [];
  const listing = (...more: readonly string[]) => ({ tools, leftOut: [...leftOut, ...undescribed, ...more] });
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const request = { method: 'tools/list', params: cursor === undefined ? {} : { cursor } };
    const result = membersOf(await client.request(request, anyResult, { signal, timeout: listMs }));
    if (!Array.isArray(result.tools)) throw new Error('it gives no list of tools');
    for (const listed of result.tools) {
      if (tools.length + leftOut.length >= mostTools) return listing(`all after the first ${mostTools}`);
      const tool = listedTool(listed);
      if (typeof tool === 'string') leftOut.push(tool);
      else tools.push(tool);
      if (typeof tool !== 'string' && tool.description === notShown)
        undescribed.push(`${tool.name}: its description reads like instructions`);
    }
    cursor = typeof result.nextCursor === 'string' && result.nextCursor !== '' ? result.nextCursor : undefined;
    if (cursor === undefined) break;
  }
  return listing();
}

/** What can be used of it; else what is wrong with it. */
function listedTool(listed: unknown): ListedTool | string {
  const { name, description, inputSchema, annotations } = membersOf(listed);
  if (typeof name !== 'string' || name === '' || name.length > longestName) return 'one without a name';
  const schema = membersOf(inputSchema);
  if (schema.type !== 'object') return `${name}: its schema is not one of an object`;
  if (JSON.stringify(schema).length > longestSchema) return `${name}: its schema is longer than ${longestSchema} characters`;
  const problem = schemaProblem(schema);
  if (problem !== null) return `${name}: ${problem}`;
  const { readOnlyHint, idempotentHint } = membersOf(annotations);
  return {
    name,
    description: described(typeof description === 'string' ? description : ''),
    schema,
    isIdempotent: readOnlyHint === true || idempotentHint === true,
  };
}

/** Nobody vouches for it: one that gives orders to the model is not shown. */
function described(description: string): string {
  const line = description.replace(/\s+/g, ' ').replaceAll('<', '‹').trim().slice(0, longestDescription).toWellFormed();
  return readsAsInstructions([line], 'by-user') === null ? line : notShown;
}
