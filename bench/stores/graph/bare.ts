import type { Graph, GraphArchive, GraphMaintenance } from '@agent-mem/storage';
import type { Memory } from '../memories.ts';

/** The client of the store with nothing around it, on the adapter's own tables or labels. */
export interface BareGraph {
  /** A fact, its recorded state, its guard, its edge, the reply under its key and the event: in one transaction. */
  commit(memory: Memory): Promise<unknown>;
  get(ids: readonly string[]): Promise<unknown>;
  /** The newest facts. */
  find(limit: number): Promise<unknown>;
  /** The first nodes with an edge to this one. */
  neighbours(id: string, limit: number): Promise<unknown>;
  /** Reads the first events of the outbox, and removes them. */
  relay(limit: number): Promise<unknown>;
}

/** An open graph beside its bare client. */
export interface OpenedGraph extends AsyncDisposable {
  readonly store: string;
  readonly graph: Graph & GraphMaintenance & GraphArchive;
  readonly bare: BareGraph;
  /** Bytes on disk. */
  bytes(): Promise<number>;
}
