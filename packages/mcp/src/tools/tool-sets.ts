import { OperationError } from '@agent-mem/contract';
import { conversationTools } from './conversation-tools.ts';
import { agramaTools, slashNamedTools } from './graph/agrama.ts';
import { nodeTools } from './graph/nodes.ts';
import { knowledgeGraphTools } from './knowledge-graph/knowledge-graph-tools.ts';
import { factTools } from './memory/facts.ts';
import { largeOutputTools } from './memory/large-output.ts';
import { searchTools } from './search-tools.ts';
import type { McpTool } from './tool.ts';

export type { McpTool } from './tool.ts';

/** The sets of tools, by the names by which a client chooses them. */
const toolSets: Readonly<Record<string, readonly McpTool[]>> = {
  memory: [...largeOutputTools, ...factTools],
  conversations: conversationTools,
  graph: [...agramaTools, ...nodeTools],
  'server-memory': knowledgeGraphTools,
  chatgpt: searchTools,
  agrama: slashNamedTools,
};

const byName: ReadonlyMap<string, McpTool> = new Map(
  Object.values(toolSets)
    .flat()
    .map((tool) => [tool.name, tool]),
);

/** The tool of that name, whether it is listed or not; `null`: there is none. */
export function toolOfName(name: string): McpTool | null {
  return byName.get(name) ?? null;
}

/** The tools that names of sets or of tools, with commas between, choose, each once. Throws `invalid-argument`, with `source` in front, for an unknown name. */
export function chosenTools(names: string, source: string): readonly McpTool[] {
  const chosen = names.split(',').flatMap((name) => name.trim() || []);
  const tools = chosen.flatMap((name) => {
    const tool = toolOfName(name);
    const set = Object.hasOwn(toolSets, name) ? toolSets[name] : tool && [tool];
    if (set) return set;
    const cure = `sets are ${Object.keys(toolSets).join(', ')}, and single tools go by their names`;
    throw new OperationError('invalid-argument', `${source}: there is no set of tools and no tool "${name}"; ${cure}`);
  });
  return [...new Set(tools)];
}
