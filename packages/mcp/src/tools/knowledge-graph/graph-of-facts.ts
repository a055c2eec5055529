import type { Fact, Filter, Init } from '@agent-mem/contract';
import { ask, type Memory } from '../../memory.ts';
import { type Entity, type Observation, observed, partName, type Relation } from './statements.ts';

/** A part of the graph, and the fact that says it. */
type Said<Part> = Part & { readonly factId: string };

/** The knowledge graph, as the facts of a scope say it, the oldest first. */
export interface GraphOfFacts {
  readonly entities: readonly Said<Entity>[];
  readonly observations: readonly Said<Observation>[];
  readonly relations: readonly Said<Relation>[];
}

/** Entities with their observations, and relations: what the tools answer. */
export interface ShownGraph {
  readonly entities: readonly (Entity & { readonly observations: readonly string[] })[];
  readonly relations: readonly Relation[];
}

const pageSize = 1_000;
const parts: Init<Filter> = { metadata: [{ key: partName, exists: true }] };

/** Reads all of it that recall may show. */
export function readGraph(memory: Memory): Promise<GraphOfFacts> {
  return readFacts(['ACTIVE'], memory);
}

/** Reads all of it that can be deleted: also the parts that read like instructions to a model, which no other tool shows. */
export function readDeletable(memory: Memory): Promise<GraphOfFacts> {
  return readFacts(['ACTIVE', 'QUARANTINED'], memory);
}

async function readFacts(statuses: readonly ('ACTIVE' | 'QUARANTINED')[], memory: Memory): Promise<GraphOfFacts> {
  const facts: Fact[] = [];
  let cursor: string | null = null;
  do {
    const page: { readonly facts: readonly Fact[]; readonly next_cursor: string | null } = await ask(memory, 'facts', 'list', {
      filter: parts,
      statuses,
      limit: pageSize,
      ...(cursor !== null && { cursor }),
    });
    facts.push(...page.facts);
    cursor = page.next_cursor;
  } while (cursor !== null);
  // Ids sort by the time at which they were made.
  const inOrder = facts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const of = (part: string) => inOrder.filter(({ metadata }) => metadata[partName] === part);
  const text = ({ metadata }: Fact, name: string) => metadata[name] ?? '';
  return {
    entities: of('entity').map((fact) => ({ name: text(fact, 'name'), entityType: text(fact, 'entity_type'), factId: fact.id })),
    observations: of('observation').map((fact) => ({ ...observed(fact), factId: fact.id })),
    relations: of('relation').map((fact) => ({
      from: text(fact, 'from'),
      to: text(fact, 'to'),
      relationType: text(fact, 'relation_type'),
      factId: fact.id,
    })),
  };
}

/** The part of it that has to do with entities of these names: with a relation's other end, wherever that is. */
export function shownGraph(graph: GraphOfFacts, isNamed: (name: string) => boolean = () => true): ShownGraph {
  const named = graph.entities.filter(({ name }) => isNamed(name));
  const names = new Set(named.map(({ name }) => name));
  const entities = named.map(({ name, entityType }) => ({
    name,
    entityType,
    observations: graph.observations.filter(({ entityName }) => entityName === name).map(({ content }) => content),
  }));
  const joined = graph.relations.filter(({ from, to }) => names.has(from) || names.has(to));
  return { entities, relations: joined.map(({ from, to, relationType }) => ({ from, to, relationType })) };
}

/** Whether two relations say the same. */
export function isSameRelation(a: Relation, b: Relation): boolean {
  return a.from === b.from && a.to === b.to && a.relationType === b.relationType;
}
