import type { Fact, Init, StoreFactRequest } from '@agent-mem/contract';
import { textHash } from '@agent-mem/contract';

/** An entity, as the tools of the knowledge graph name it. */
export interface Entity {
  readonly name: string;
  readonly entityType: string;
}

/** One thing observed about an entity. */
export interface Observation {
  readonly entityName: string;
  readonly content: string;
}

/** A relation between two entities, in active voice. */
export interface Relation {
  readonly from: string;
  readonly to: string;
  readonly relationType: string;
}

/** Which of the three a fact is: it stands in the fact's metadata. */
export const partName = 'knowledge_graph';

/** The fact that says that there is an entity. */
export function entityFact({ name, entityType }: Entity): Init<StoreFactRequest> {
  return fact(`${name} is a ${entityType}`, { [partName]: 'entity', name, entity_type: entityType }, [name]);
}

/** The fact that says what was observed of an entity: its name, and the observation. */
export function observationFact({ entityName: name, content }: Observation): Init<StoreFactRequest> {
  return fact(`${name}: ${content}`, { [partName]: 'observation', name }, [name, content]);
}

/** The fact that says a relation. */
export function relationFact({ from, to, relationType }: Relation): Init<StoreFactRequest> {
  const said = { [partName]: 'relation', from, to, relation_type: relationType };
  return fact(`${from} ${relationType.replaceAll('_', ' ')} ${to}`, said, [from, relationType, to]);
}

/** The observation that a fact says. */
export function observed({ content, metadata }: Pick<Fact, 'content' | 'metadata'>): Observation {
  const entityName = metadata.name ?? '';
  return { entityName, content: content.slice(`${entityName}: `.length) };
}

/** The key makes one fact of it, however often it is stored, and what contradicts it does not take its place. */
function fact(content: string, metadata: Record<string, string>, named: readonly string[]): Init<StoreFactRequest> {
  const key = `${partName}:${metadata[partName]}:${textHash(JSON.stringify(named))}`;
  return { content, metadata, key, trust: 'agent', source: 'tool knowledge graph' };
}
