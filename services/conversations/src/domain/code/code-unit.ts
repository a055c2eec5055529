import type { CodePlace } from '@agent-mem/service-kit';
import { type GraphNode, type NodeWrite, storedMembers } from '@agent-mem/storage';

/** The edge from a message to the code that it is about. */
export const referencesCode = 'references_code';

const stored = storedMembers<CodePlace & { readonly made_by: string }>('ReferencesRequest', {
  file: null,
  symbol: null,
  start_line: null,
  end_line: null,
  commit: null,
  made_by: '',
});

/** The place that a node of kind CodeUnit stands for. */
export function codeUnitOf({ properties }: Pick<GraphNode, 'properties'>): CodePlace {
  const { made_by: _, ...place } = stored.read(properties);
  return place;
}

/** The node of a place that no node stands for. It goes with the last message that leads to it. */
export function codeUnitNode(id: string, place: CodePlace, at: string): NodeWrite {
  const given = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== null));
  const properties = stored.write({ ...given, made_by: 'references' });
  return { id, kind: 'CodeUnit', createdAt: at, updatedAt: at, indexedVersion: 0, properties, expectedVersion: 0 };
}
