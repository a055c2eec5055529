import { ask } from '../../memory.ts';
import { answers, list, number, takes, text, word } from '../../schemas/json-schema.ts';
import { adds, addsOnce, type Effects, type McpTool } from '../tool.ts';

const status = text('success');
/** It archives what it summarises; a compaction can be undone. */
const archives: Effects = { ...adds, destructiveHint: true };

/** The tools of Agrama's specifications, with their descriptions and their results. */
export const agramaTools: readonly McpTool[] = [
  {
    name: 'agrama_updateEntityWeight',
    title: 'Update a learned weight',
    description:
      'Updates the learned numerical weight of a specific node or edge in the graph. Intended for use by RL or other evaluation systems.',
    input: takes(
      {
        entity_id: text('The UUID of the node or edge to be updated.'),
        entity_type: word(['NODE', 'EDGE'], 'The type of the entity.'),
        weight: number('The new floating-point value for the weight.'),
      },
      ['entity_id', 'entity_type', 'weight'],
    ),
    output: answers({ status, entity_id: text('What was updated'), new_weight: number('Its weight now') }),
    effects: addsOnce,
    async run({ entity_id, entity_type, weight }, memory) {
      const updated = await ask(memory, 'graph', 'update_entity_weight', { entity_id, entity_type, weight });
      return { data: { status: updated.status, entity_id: updated.entity_id, new_weight: updated.new_weight } };
    },
  },
  {
    name: 'agrama_triggerCompaction',
    title: 'Compact memories',
    description:
      'Initiates an asynchronous memory compaction process for a given set of nodes. Agrama will delegate the summarization task to a configured external service.',
    input: takes({ node_ids: list(text('An id'), 'The list of node UUIDs to be summarized.') }, ['node_ids']),
    output: answers({ status, message: text('How many nodes'), job_id: text('The job') }),
    effects: archives,
    async run({ node_ids }, memory) {
      const { status, message, job_id } = await ask(memory, 'graph', 'trigger_compaction', { node_ids });
      return { data: { status, message, job_id } };
    },
  },
  {
    name: 'agrama_createSummaryNode',
    title: 'Store a summary',
    description:
      'Creates a new SummaryNode and archives the original nodes. To be called by the trusted memory summarization service.',
    input: takes(
      {
        summary_content: text('The text of the summary.'),
        original_node_ids: list(text('An id'), 'The list of UUIDs that were summarized.'),
        generating_model: text('The name of the LLM used.'),
      },
      ['summary_content', 'original_node_ids'],
    ),
    output: answers({ status, summary_node_id: text('The UUID of the newly created SummaryNode') }),
    effects: archives,
    async run({ summary_content, original_node_ids, generating_model }, memory) {
      const summary = { summary_content, original_node_ids, generating_model };
      const { status, summary_node_id } = await ask(memory, 'graph', 'create_summary_node', summary);
      return { data: { status, summary_node_id } };
    },
  },
];

/** The same under the names of the specifications, which the APIs of models refuse for their slash. */
export const slashNamedTools: readonly McpTool[] = agramaTools.map((tool) => ({ ...tool, name: tool.name.replace('_', '/') }));
