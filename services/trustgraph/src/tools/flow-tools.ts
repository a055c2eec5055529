import type { Tool } from '@agent-mem/agent-loop';
import type { Logger } from '@agent-mem/runtime';
import type { RunningFlow } from '@agent-mem/trustgraph';
import { knowledgeQuery } from './knowledge-query.ts';
import { mcpTool } from './mcp-tool.ts';
import { prompt } from './prompt.ts';
import { rowEmbeddingsQuery } from './row-embeddings-query.ts';
import { structuredQuery } from './structured-query.ts';
import { textCompletion } from './text-completion.ts';
import { readToolConfig, type ToolConfig } from './tool-config.ts';
import { toolService } from './tool-service.ts';
import type { ToolContext, ToolType } from './tool-type.ts';

/** By the type that configuration says. */
const toolTypes: Readonly<Record<string, ToolType>> = {
  'knowledge-query': knowledgeQuery,
  'text-completion': textCompletion,
  'mcp-tool': mcpTool,
  prompt,
  'structured-query': structuredQuery,
  'row-embeddings-query': rowEmbeddingsQuery,
  'tool-service': toolService,
};

/** A tool as configured, ready to be called in a step. */
export type FlowTool = (toolContext: ToolContext) => Tool;

/** The tools of a workspace, as long as its flow runs. */
export interface FlowTools {
  /** Those that configuration has now. One that is malformed stays as it last was; one that never was well-formed is left out. Each is logged once. */
  read(flow: Pick<RunningFlow, 'settings'>): readonly FlowTool[];
}

interface CachedTool {
  /** What it was read from. */
  readonly source: string;
  readonly name: string;
  /** The last one that was well-formed. */
  readonly tool: FlowTool | null;
}

export function flowTools(log: Logger): FlowTools {
  const known = new Map<string, CachedTool>();
  const readOne = (key: string, value: string, toolServices: ToolContext['toolServices']): CachedTool => {
    const before = known.get(key);
    // What a tool's service is called may have changed with the service alone.
    const source = value.includes('tool-service') ? JSON.stringify([value, toolServices]) : value;
    if (before?.source === source) return before;
    try {
      const config = readToolConfig(value);
      return { source, name: config.name, tool: prepared(config, toolServices) };
    } catch (error) {
      log.warn({ tool: key, err: error }, 'a tool is malformed in the configuration; its previous form stays in use');
      return { name: '', tool: null, ...before, source };
    }
  };
  return {
    read(flow) {
      const entries = Object.entries(flow.settings('tool'));
      const toolServices = flow.settings('tool-service');
      for (const key of known.keys()) if (!entries.some(([present]) => present === key)) known.delete(key);
      for (const [key, value] of entries) known.set(key, readOne(key, value, toolServices));
      // By name: of two tools with one name the later counts, in the earlier one's position.
      const byName = new Map<string, FlowTool>();
      for (const [key] of entries) {
        const { name, tool } = known.get(key) ?? {};
        if (name && tool) byName.set(name, tool);
      }
      return [...byName.values()];
    },
  };
}

function prepared(config: ToolConfig, toolServices: ToolContext['toolServices']): FlowTool {
  const { type, name, description, groups, states, nextState } = config;
  const toolType = Object.hasOwn(toolTypes, type) ? toolTypes[type] : undefined;
  if (!toolType) throw new Error(`Tool type ${type} not known`);
  const run = toolType.prepare(config, toolServices);
  const described = {
    name,
    description,
    arguments: toolType.arguments ?? config.arguments,
    checksArguments: toolType.arguments !== null,
    ...(groups && { groups }),
    ...(states && { states }),
    ...(nextState !== null && { nextState }),
  };
  return (toolContext) => ({ ...described, run: run(toolContext) });
}
