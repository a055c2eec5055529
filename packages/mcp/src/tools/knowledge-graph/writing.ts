import { OperationError } from '@agent-mem/contract';
import { ask, type Memory } from '../../memory.ts';
import { answers, list, takes, text } from '../../schemas/json-schema.ts';
import { addsOnce, type McpTool, toolOf } from '../tool.ts';
import { type GraphOfFacts, isSameRelation, readGraph } from './graph-of-facts.ts';
import { entityInput, entityOutput, indented, relationInput, relationOutput } from './shapes.ts';
import { type Entity, entityFact, type Observation, observationFact, type Relation, relationFact } from './statements.ts';

type GivenEntity = Entity & { readonly observations: readonly string[] };

interface GivenObservations {
  readonly entityName: string;
  readonly contents: readonly string[];
}

/** The tools by which the knowledge graph grows. */
export const writingTools: readonly McpTool[] = [
  toolOf<{ readonly entities: readonly GivenEntity[] }>({
    name: 'create_entities',
    title: 'Create Entities',
    description: 'Create multiple new entities in the knowledge graph',
    input: takes({ entities: list(entityInput) }, ['entities']),
    output: answers({ entities: list(entityOutput) }),
    effects: addsOnce,
    async run({ entities }, memory) {
      const known = new Set((await readGraph(memory)).entities.map(({ name }) => name));
      const created: GivenEntity[] = [];
      for (const { name, entityType, observations } of entities) {
        if (known.has(name)) continue;
        known.add(name);
        // The entity comes last: a repeat of a call that broke off creates what is not there yet.
        const distinct = [...new Set(observations)];
        for (const content of distinct) await store(observationFact({ entityName: name, content }), memory);
        await store(entityFact({ name, entityType }), memory);
        created.push({ name, entityType, observations: distinct });
      }
      return indented({ entities: created }, created);
    },
  }),
  toolOf<{ readonly relations: readonly Relation[] }>({
    name: 'create_relations',
    title: 'Create Relations',
    description: 'Create multiple new relations between entities in the knowledge graph. Relations should be in active voice',
    input: takes({ relations: list(relationInput) }, ['relations']),
    output: answers({ relations: list(relationOutput) }),
    effects: addsOnce,
    async run({ relations }, memory) {
      const graph = await readGraph(memory);
      checkEntities(
        relations.flatMap(({ from, to }) => [from, to]),
        graph,
      );
      const known: Relation[] = [...graph.relations];
      const created: Relation[] = [];
      for (const relation of relations) {
        if (known.some((each) => isSameRelation(each, relation))) continue;
        await store(relationFact(relation), memory);
        known.push(relation);
        created.push(relation);
      }
      return indented({ relations: created }, created);
    },
  }),
  toolOf<{ readonly observations: readonly GivenObservations[] }>({
    name: 'add_observations',
    title: 'Add Observations',
    description: 'Add new observations to existing entities in the knowledge graph',
    input: takes(
      {
        observations: list(
          takes(
            {
              entityName: text('The name of the entity to add the observations to'),
              contents: list(text('An observation'), 'An array of observation contents to add'),
            },
            ['entityName', 'contents'],
          ),
        ),
      },
      ['observations'],
    ),
    output: answers({
      results: list(answers({ entityName: { type: 'string' }, addedObservations: list({ type: 'string' }) })),
    }),
    effects: addsOnce,
    async run({ observations }, memory) {
      const graph = await readGraph(memory);
      checkEntities(
        observations.map(({ entityName }) => entityName),
        graph,
      );
      const known: Observation[] = [...graph.observations];
      const results = [];
      for (const { entityName, contents } of observations) {
        const before = new Set(known.filter((each) => each.entityName === entityName).map(({ content }) => content));
        const addedObservations = [...new Set(contents)].filter((content) => !before.has(content));
        known.push(...addedObservations.map((content) => ({ entityName, content })));
        for (const content of addedObservations) await store(observationFact({ entityName, content }), memory);
        results.push({ entityName, addedObservations });
      }
      return indented({ results }, results);
    },
  }),
];

async function store(fact: ReturnType<typeof entityFact>, memory: Memory): Promise<void> {
  await ask(memory, 'facts', 'store', fact);
}

/** Throws `not-found` for a name that no entity has. */
function checkEntities(names: readonly string[], { entities }: GraphOfFacts): void {
  const missing = names.find((wanted) => !entities.some(({ name }) => name === wanted));
  if (missing !== undefined)
    throw new OperationError('not-found', `Entity with name ${missing} not found; create_entities creates it`);
}
