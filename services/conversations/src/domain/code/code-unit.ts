import { createHash } from 'node:crypto';
import { type GraphNode, type NodeWrite, storedMembers } from '@agent-mem/storage';
import type { CodePlace } from './code-place.ts';

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
  return { id, kind: 'CodeUnit', createdAt: at, updatedAt: at, properties, expectedVersion: 0 };
}

/** The same for the same place, so that two who link to it at once make one node: a UUID of version 8 (RFC 9562) from its hash. */
export function codeUnitId({ file, symbol, start_line, end_line, commit }: CodePlace): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([file, symbol, start_line, end_line, commit]))
    .digest('hex');
  return `code_${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(12, 15)}-8${hash.slice(15, 18)}-${hash.slice(18, 30)}`;
}
