import { type Scope, scopeKey } from '@agent-mem/contract';
import type { Ports } from '@agent-mem/runtime';
import { holdsNoMemory } from './scope-rules.ts';

/** Every scope that the Graph, the search index or the details hold something of, once; not those that hold no memory. */
export async function* allScopes({
  graph,
  searchIndex,
  details,
}: Pick<Ports, 'graph' | 'searchIndex' | 'details'>): AsyncIterable<Scope> {
  const seen = new Set<string>();
  const isNew = (scope: Scope) => !holdsNoMemory(scope) && seen.size < seen.add(scopeKey(scope)).size;
  for await (const scope of graph.scopes()) if (isNew(scope)) yield scope;
  for await (const scope of searchIndex.scopes()) if (isNew(scope)) yield scope;
  for await (const scope of details.scopes()) if (isNew(scope)) yield scope;
}
