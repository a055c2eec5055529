import { OperationError, type Scoped } from '@agent-mem/contract';
import { chosenTools, type McpTool } from '@agent-mem/mcp/tools';
import type { FastifyRequest } from 'fastify';

const scopeNames = ['workspace', 'user', 'collection'] as const;
const known: readonly string[] = ['tools', ...scopeNames];

/** What the URL of a request says: which tools are listed, and whose memory it is. Throws `invalid-argument`, which names what it does not understand. */
export function addressed(
  request: Pick<FastifyRequest, 'url' | 'params'>,
  defaultTools: string,
): { readonly listed: readonly McpTool[]; readonly scope: Partial<Scoped> } {
  const query = new URLSearchParams(request.url.split('?').slice(1).join('?'));
  for (const name of query.keys()) {
    if (!known.includes(name)) throw refusal(`${name}: is not known in the URL; it takes ${known.join(', ')}`);
    if (query.getAll(name).length > 1) throw refusal(`${name}: must come once in the URL`);
  }
  // The route has no other parameter.
  const { set } = request.params as { readonly set?: string };
  const tools = query.get('tools');
  if (set !== undefined && tools !== null) throw refusal('tools: the path of the URL has chosen a set already');
  const listed =
    set !== undefined
      ? chosenTools(set, `/mcp/${set}`)
      : tools !== null
        ? chosenTools(tools, 'tools')
        : chosenTools(defaultTools, 'MCP_TOOLS');
  const scope = scopeNames.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : []));
  return { listed, scope: Object.fromEntries(scope) };
}

function refusal(sentence: string): OperationError {
  return new OperationError('invalid-argument', sentence);
}
