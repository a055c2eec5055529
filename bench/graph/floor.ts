import type { Graph, GraphArchive } from '@agent-mem/storage';

/** What a bare client answered, as its rows: read from them outside of the clock. */
export interface Answer {
  /** What tells two answers apart, in the order of the answer. */
  keys(): readonly string[];
}

/** The client of a store with nothing around it, on the adapter's own tables or labels. It answers the whole rows of nodes and edges, and reads nothing in them. */
export interface Floor {
  /** The first edges of a node, with the nodes at their other ends. */
  neighbours(id: string, limit: number): Promise<Answer>;
  /** The nodes within two edges, each once by the strongest way, in order of the edges that lead to them. */
  twoHops(id: string, limit: number): Promise<Answer>;
  /** One of the shortest ways of at most four edges, as `keys` its nodes. */
  path(from: string, to: string): Promise<Answer>;
  /** All shortest ways, each the ids of its nodes in one text: to judge by, never timed. */
  paths(from: string, to: string): Promise<ReadonlySet<string>>;
}

/** A graph on a fresh store, beside its floor. */
export interface OpenedGraph extends AsyncDisposable {
  readonly store: string;
  readonly graph: Graph & GraphArchive;
  readonly floor: Floor;
  /** How many times the floor's time ours may take. */
  readonly goal: number;
}

export const longestWay = 4;
