import { ask, type Memory } from '../../memory.ts';
import { list, takes, text } from '../../schemas/json-schema.ts';
import { type McpTool, reads, toolOf } from '../tool.ts';
import { type GraphOfFacts, readGraph, shownGraph } from './graph-of-facts.ts';
import { graphOutput, indented } from './shapes.ts';
import { partName } from './statements.ts';

/** The tools by which the knowledge graph is read. */
export const readingTools: readonly McpTool[] = [
  {
    name: 'read_graph',
    title: 'Read Graph',
    description: 'Read the entire knowledge graph',
    input: takes({}),
    output: graphOutput,
    effects: reads,
    run: async (_args, memory) => indented({ ...shownGraph(await readGraph(memory)) }),
  },
  toolOf<{ readonly query: string }>({
    name: 'search_nodes',
    title: 'Search Nodes',
    description: 'Search for nodes in the knowledge graph based on a query',
    input: takes(
      {
        query: { type: 'string', description: 'The search query to match against entity names, types, and observation content' },
      },
      ['query'],
    ),
    output: graphOutput,
    effects: reads,
    async run({ query }, memory) {
      const graph = await readGraph(memory);
      const names = namesWith(query, graph);
      const found = names.size > 0 ? names : await namesLike(query, memory);
      return indented({ ...shownGraph(graph, (name) => found.has(name)) });
    },
  }),
  toolOf<{ readonly names: readonly string[] }>({
    name: 'open_nodes',
    title: 'Open Nodes',
    description: 'Open specific nodes in the knowledge graph by their names',
    input: takes({ names: list(text('A name'), 'An array of entity names to retrieve') }, ['names']),
    output: graphOutput,
    effects: reads,
    async run({ names }, memory) {
      const wanted: ReadonlySet<string> = new Set(names);
      return indented({ ...shownGraph(await readGraph(memory), (name) => wanted.has(name)) });
    },
  }),
];

/** The entities that have the query, as it is written, in their name, their type or an observation. */
function namesWith(query: string, { entities, observations }: GraphOfFacts): ReadonlySet<string> {
  const has = (value: string) => value.toLowerCase().includes(query.toLowerCase());
  const byOwn = entities.filter(({ name, entityType }) => has(name) || has(entityType)).map(({ name }) => name);
  return new Set([...byOwn, ...observations.filter(({ content }) => has(content)).map(({ entityName }) => entityName)]);
}

/** The entities of which something is recalled by the query: where no text has it word for word. */
async function namesLike(query: string, memory: Memory): Promise<ReadonlySet<string>> {
  const filter = { metadata: [{ key: partName, exists: true }] };
  const { facts } = await ask(memory, 'facts', 'retrieve', { query, filter });
  return new Set(facts.flatMap(({ metadata }) => [metadata.name, metadata.from].flatMap((name) => name ?? [])));
}
