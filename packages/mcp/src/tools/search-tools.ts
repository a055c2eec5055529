import type { Init, Node, RetrieveDetailRequest } from '@agent-mem/contract';
import { inPlaceOfBytes, isOfNoText } from '@agent-mem/memory-tools';
import { ask, type Memory } from '../memory.ts';
import { nodeUri } from '../resources/memory-uri.ts';
import { answers, list, takes, text } from '../schemas/json-schema.ts';
import { type McpTool, reads } from './tool.ts';

const mostResults = 10;
const mostSolutions = 5;
const longestTitle = 80;
/** Of stored output: some 16,000 tokens. */
const mostBytes = 65_536;

const id = text('Its id, for fetch');
const title = text('Its beginning');
const url = text('Where it is cited by');

/** The two tools that ChatGPT's connectors and its deep research ask, with their results. */
export const searchTools: readonly McpTool[] = [
  {
    name: 'search',
    title: 'Search memory',
    description:
      'Search all that is remembered: facts, earlier tasks, what was said, and stored output. fetch answers one of the results whole.',
    input: takes({ query: text('What to look for') }, ['query']),
    output: answers({ results: list(answers({ id, title, url }), 'Best first') }),
    effects: reads,
    async run({ query }, memory) {
      const { nodes } = await ask(memory, 'graph', 'find_similar', { query, top_k: mostResults });
      return { data: { results: nodes.map((node) => ({ id: node.id, title: titleOf(node.content), url: nodeUri(node.id) })) } };
    },
  },
  {
    name: 'fetch',
    title: 'Open a memory',
    description: 'One memory whole, by the id that search answers.',
    input: takes({ id }, ['id']),
    output: answers({ id, title, text: { type: 'string' }, url, metadata: { type: 'object' } }),
    effects: reads,
    async run(args, memory) {
      const { node } = await ask(memory, 'graph', 'get', { id: args.id });
      const { id: found = '', kind = '', status = '', content = '', created_at = '' } = node ?? {};
      const whole = await wholeText({ id: found, kind, content }, memory);
      return {
        data: { id: found, title: titleOf(content), text: whole, url: nodeUri(found), metadata: { kind, status, created_at } },
      };
    },
  },
];

/** What stands behind a node's own text belongs to it, as the model has no other tool to ask for it. */
function wholeText({ id, kind, content }: Pick<Node, 'id' | 'kind' | 'content'>, memory: Memory): Promise<string> | string {
  if (kind === 'Detail') return storedText(id, memory);
  return kind === 'Error' ? withSolutions(id, content, memory) : content;
}

/** An error with what got over it, the best first. */
async function withSolutions(id: string, error: string, memory: Memory): Promise<string> {
  const asked = { id, kinds: ['solved_by'], direction: 'out', sort_by: 'weight_desc', limit: mostSolutions } as const;
  const { neighbours } = await ask(memory, 'graph', 'neighbours', asked);
  return [error, ...neighbours.map(({ node }) => `Solution: ${node?.content}`)].join('\n');
}

/** The node of stored output holds its description alone. Of content that is no text the model, which cannot ask otherwise, reads what it is and what it can do. */
async function storedText(memory_key: string, memory: Memory): Promise<string> {
  const retrieve = (request: Init<RetrieveDetailRequest>) => ask(memory, 'working-memory', 'retrieve_detail', request);
  try {
    const { content, next_offset } = await retrieve({ memory_key, max_bytes: mostBytes });
    if (next_offset === null) return content;
    return `${content}\n[fetch ends here, at 64 KiB; retrieve_memory, where you have it, goes on with memory_key ${memory_key}, offset ${next_offset}.]`;
  } catch (cause) {
    if (!isOfNoText(cause)) throw cause;
    return `${(await inPlaceOfBytes(memory_key, retrieve)).content}. Use this description, or search for texts about it.`;
  }
}

function titleOf(content: string): string {
  const [line = ''] = content.trim().split('\n', 1);
  return line.length <= longestTitle ? line || 'untitled' : `${line.slice(0, longestTitle - 1).trimEnd()}…`;
}
