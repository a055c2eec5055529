import { type Filter, isJsonObject, textsIn, type MetadataCondition as WireCondition } from '@agent-mem/contract';
import {
  type AttributeFilter,
  type GraphNode,
  type IndexAttributes,
  type JsonObject,
  type MetadataCondition,
  type NodeKind,
  noAttributes,
  passes,
} from '@agent-mem/storage';

/** Kinds of records that requests filter. */
export const filteredKinds: readonly NodeKind[] = ['Fact', 'Episode'];

/** The filter of a request as stores take it; `null`: every record passes. */
export function filterOf(filter: Filter | null): AttributeFilter | null {
  if (!filter || filter.metadata.length + filter.tags_any.length + filter.tags_all.length === 0) return null;
  return { metadata: filter.metadata.map(conditionOf), tagsAny: filter.tags_any, tagsAll: filter.tags_all };
}

/** What filters look at of a node: its metadata and its tags. */
export function attributesOf({ properties }: Pick<GraphNode, 'properties'>): IndexAttributes {
  const { metadata, tags } = properties;
  return {
    metadata: isJsonObject(metadata) ? textsOf(metadata) : noAttributes.metadata,
    tags: textsIn(tags),
  };
}

/** Whether a filter lets a node through as it is in the Graph. */
export function nodePasses(node: Pick<GraphNode, 'properties'>, filter: AttributeFilter | null): boolean {
  return filter === null || passes(attributesOf(node), filter);
}

function conditionOf({ key, equals, in: values, exists, less_than, greater_than }: WireCondition): MetadataCondition {
  if (equals !== null) return { key, test: 'in', values: [equals] };
  if (exists !== null) return { key, test: 'exists', exists };
  if (less_than !== null) return { key, test: 'below', bound: less_than };
  if (greater_than !== null) return { key, test: 'above', bound: greater_than };
  return { key, test: 'in', values };
}

function textsOf(metadata: JsonObject): Record<string, string> {
  return Object.fromEntries(Object.entries(metadata).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
