import { ask, type Memory } from '../../memory.ts';
import { list, takes, text } from '../../schemas/json-schema.ts';
import { changes, type McpTool, toolOf } from '../tool.ts';
import { isSameRelation, readDeletable } from './graph-of-facts.ts';
import { done, doneOutput, relationInput } from './shapes.ts';
import type { Relation } from './statements.ts';

interface Deletion {
  readonly entityName: string;
  readonly observations: readonly string[];
}

/** The tools by which parts of the knowledge graph are forgotten. Each part is a fact, which can be restored. */
export const deletingTools: readonly McpTool[] = [
  toolOf<{ readonly entityNames: readonly string[] }>({
    name: 'delete_entities',
    title: 'Delete Entities',
    description: 'Delete multiple entities and their associated relations from the knowledge graph',
    input: takes({ entityNames: list(text('A name'), 'An array of entity names to delete') }, ['entityNames']),
    output: doneOutput,
    effects: changes,
    async run({ entityNames: names }, memory) {
      const { entities, observations, relations } = await readDeletable(memory);
      const present = names.filter((wanted) => entities.some(({ name }) => name === wanted));
      const missing = names.filter((wanted) => !present.includes(wanted));
      // The entity goes last: a repeat of a call that broke off still finds it.
      await forget(
        [
          ...relations.filter(({ from, to }) => names.includes(from) || names.includes(to)),
          ...observations.filter(({ entityName }) => names.includes(entityName)),
          ...entities.filter(({ name }) => names.includes(name)),
        ],
        memory,
      );
      if (missing.length === 0) return done('Entities deleted successfully');
      return done(`Deleted ${present.length} of ${names.length} entities. Not found: ${missing.join(', ')}`);
    },
  }),
  toolOf<{ readonly deletions: readonly Deletion[] }>({
    name: 'delete_observations',
    title: 'Delete Observations',
    description: 'Delete specific observations from entities in the knowledge graph',
    input: takes(
      {
        deletions: list(
          takes(
            {
              entityName: text('The name of the entity containing the observations'),
              observations: list(text('An observation'), 'An array of observations to delete'),
            },
            ['entityName', 'observations'],
          ),
          'What to delete',
        ),
      },
      ['deletions'],
    ),
    output: doneOutput,
    effects: changes,
    async run({ deletions }, memory) {
      const graph = await readDeletable(memory);
      const missing = deletions.filter(({ entityName }) => !graph.entities.some(({ name }) => name === entityName));
      const meant = graph.observations.filter(({ entityName, content }) =>
        deletions.some((each) => each.entityName === entityName && each.observations.includes(content)),
      );
      await forget(meant, memory);
      const wanted = deletions.reduce((total, { observations }) => total + observations.length, 0);
      if (meant.length === wanted) return done('Observations deleted successfully');
      const names = missing.map(({ entityName }) => entityName).join(', ');
      return done(`Deleted ${meant.length} of ${wanted} observations.${names && ` Entities not found: ${names}`}`);
    },
  }),
  toolOf<{ readonly relations: readonly Relation[] }>({
    name: 'delete_relations',
    title: 'Delete Relations',
    description: 'Delete multiple relations from the knowledge graph',
    input: takes({ relations: list(relationInput, 'An array of relations to delete') }, ['relations']),
    output: doneOutput,
    effects: changes,
    async run({ relations }, memory) {
      const graph = await readDeletable(memory);
      const meant = graph.relations.filter((each) => relations.some((wanted) => isSameRelation(each, wanted)));
      await forget(meant, memory);
      if (meant.length === relations.length) return done('Relations deleted successfully');
      return done(`Deleted ${meant.length} of ${relations.length} relations. The rest matched nothing.`);
    },
  }),
];

async function forget(said: readonly { readonly factId: string }[], memory: Memory): Promise<void> {
  for (const { factId } of said) await ask(memory, 'facts', 'delete', { fact_id: factId });
}
