import { readFile } from 'node:fs/promises';
import { type MemoryTool, memoryTool } from '@agent-mem/memory-tools';

/** A blueprint of TrustGraph's, as far as tests look into it. */
export interface Blueprint {
  readonly interfaces: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly flow: Readonly<
    Record<string, { readonly topics: Readonly<Record<string, string>>; readonly parameters: Readonly<Record<string, string>> }>
  >;
}

/**
 * What deploy/trustgraph/README.md makes of a blueprint by jq: the parts, files there or given whole, put over it, and for `replace.json` without the
 * entry of TrustGraph's own agent.
 */
export async function mergedBlueprint(blueprint: Blueprint, ...parts: readonly (string | object)[]): Promise<Blueprint> {
  let merged: Json = { ...(blueprint as unknown as Json) };
  for (const part of parts) {
    merged = over(merged, typeof part === 'string' ? await partOf(part) : (part as Json));
    if (part !== 'replace.json') continue;
    const { 'agent-manager:{id}': _replaced, ...flow } = merged.flow as Json;
    merged = { ...merged, flow };
  }
  return merged as unknown as Blueprint;
}

async function partOf(file: string): Promise<Json> {
  return JSON.parse(await readFile(new URL(`../../deploy/trustgraph/blueprints/${file}`, import.meta.url), 'utf8')) as Json;
}

type Json = Readonly<Record<string, unknown>>;

/** As `*` of jq: objects are merged member by member. */
function over(one: Json, other: Json): Json {
  const merged = Object.entries(other).map(([name, value]) => {
    const present = one[name];
    return [name, isObject(present) && isObject(value) ? over(present, value) : value];
  });
  return { ...one, ...(Object.fromEntries(merged) as Json) };
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A tool as the agent itself tells the model of it. */
export function agentTool(name: string): Pick<MemoryTool, 'description' | 'arguments'> {
  const tool = memoryTool(name);
  if (!tool) throw new Error(`The agent has no tool ${name}`);
  return { description: tool.description, arguments: tool.arguments };
}
