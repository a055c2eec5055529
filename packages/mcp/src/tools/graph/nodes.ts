import { ask } from '../../memory.ts';
import { answers, list, number, takes, text, whole, word, yesOrNo } from '../../schemas/json-schema.ts';
import { edgeSchema, nodeSchema, shown } from '../../schemas/records.ts';
import { type McpTool, reads } from '../tool.ts';

const weighed = {
  min_weight: number('Only what has a weight from this on'),
  max_weight: number('Only what has a weight up to this'),
  include_weights: yesOrNo('Answer the learned weight of each node and edge that has one'),
};

/** The tools by which the memory graph is read. */
export const nodeTools: readonly McpTool[] = [
  {
    name: 'get_neighbors',
    title: 'Neighbours of a node',
    description:
      'The nodes that edges join to a node of the memory graph, up to three edges away: an error and what solved it, a fact and what replaced it, ' +
      'a message and its tool calls, an entity and what mentions it.',
    input: takes(
      {
        id: text('The id of any memory: a fact, an episode, a message, an entity, an error …'),
        kinds: list(text('A kind'), 'Kinds of edges, such as solved_by, similar_to, references_code; none: all'),
        direction: word(['out', 'in', 'both'], 'Which way the edges lead; both where it is left out'),
        depth: whole(1, 3, 'How many edges away; 1 where it is left out'),
        sort_by: word(['created_at', 'weight_desc', 'weight_asc', 'score'], 'created_at where it is left out'),
        limit: whole(1, 1000, 'Most neighbours; 100 where it is left out'),
        cursor: text('next_cursor of the page before'),
        ...weighed,
      },
      ['id'],
    ),
    output: answers(
      {
        neighbors: list(
          answers({ edge: edgeSchema, node: nodeSchema, depth: { type: 'integer' } }),
          'Each edge with the node at its other end',
        ),
        next_cursor: text('Leads to the next page; absent on the last'),
      },
      ['neighbors'],
    ),
    effects: reads,
    async run(args, memory) {
      const { neighbours, next_cursor } = await ask(memory, 'graph', 'neighbours', args);
      const neighbors = neighbours.map(({ edge, node, depth }) => ({
        edge: shown(edgeSchema, edge ?? {}),
        node: shown(nodeSchema, node ?? {}),
        depth,
      }));
      return { data: { neighbors, ...(next_cursor && { next_cursor }) } };
    },
  },
  {
    name: 'find_similar_nodes',
    title: 'Similar nodes',
    description:
      'Nodes of the memory graph, of any kind, that are like a text or like another node: facts, episodes, errors, messages, stored output, code units, entities, summaries.',
    input: takes({
      query: text('The text. Either this or id'),
      id: text('Like this node. Either this or query'),
      kinds: list(
        text('A kind'),
        'Fact, Episode, Error, Message, Detail, ConversationSummary, CodeUnit, Entity or Summary; none: all',
      ),
      top_k: whole(1, 100, 'Most nodes; 5 where it is left out'),
      sort_by: word(['score', 'created_at', 'weight_desc', 'weight_asc'], 'score where it is left out'),
      ...weighed,
    }),
    output: answers({ nodes: list(nodeSchema, 'Best first, unless sort_by says otherwise') }),
    effects: reads,
    async run(args, memory) {
      const { nodes } = await ask(memory, 'graph', 'find_similar', args);
      return { data: { nodes: nodes.map((node) => shown(nodeSchema, node)) } };
    },
  },
];
