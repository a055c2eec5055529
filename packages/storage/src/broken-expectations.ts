import type { Change } from './graph.ts';

/** The version of a node and of an edge by its id, as it is in the transaction; 0: it is not there. */
export interface KnownVersions {
  node(id: string): number;
  edge(id: string): number;
}

/** The ids of nodes and edges that are not at the version that a change expects, each once. */
export function brokenExpectations(
  { nodes = [], edges = [], expect = [] }: Pick<Change, 'nodes' | 'edges' | 'expect'>,
  { node, edge }: KnownVersions,
): readonly string[] {
  const isBroken = (expected: number | undefined, version: () => number) => expected !== undefined && version() !== expected;
  const broken = [
    ...nodes.filter(({ id, expectedVersion }) => isBroken(expectedVersion, () => node(id))),
    ...expect.filter(({ id, version }) => isBroken(version, () => node(id))),
    ...edges.filter(({ id, expectedVersion }) => isBroken(expectedVersion, () => edge(id))),
  ];
  return [...new Set(broken.map(({ id }) => id))];
}
