import { type Change, type GraphNode, type NodeWrite, nodeOfWrite } from '@agent-mem/storage';

/** A change while it is planned. It reads what it has put so far, and writes each node once, at the version that was read. */
export interface ChangeDraft {
  /** The node as the change leaves it; `undefined`: it is not there, or was not read. */
  get(id: string): GraphNode | undefined;
  put(...writes: readonly NodeWrite[]): void;
  /** Has the commit fail if this node has changed since it was read. */
  expect(id: string): void;
  /** What the change writes, and what must not change meanwhile. */
  change(): Required<Pick<Change, 'nodes' | 'expect'>>;
  /** Ids that it was asked for and that were not read. */
  unread(): readonly string[];
}

/** Begins a change of nodes as they were read. An id of `read` without a node is not there. */
export function changeDraft(seen: readonly GraphNode[], read: ReadonlySet<string> = new Set()): ChangeDraft {
  const seenById = new Map(seen.map((node) => [node.id, node]));
  const writes = new Map<string, NodeWrite>();
  const expected = new Map<string, number>();
  const unread = new Set<string>();
  const versionOf = (id: string) => seenById.get(id)?.version ?? 0;
  return {
    get(id) {
      const write = writes.get(id);
      if (write) return nodeOfWrite(write, versionOf(id));
      if (!seenById.has(id) && !read.has(id)) unread.add(id);
      return seenById.get(id);
    },
    put(...given) {
      for (const write of given) {
        // What is made and changed at once was never anything else.
        const record = writes.get(write.id)?.record === 'stored' ? 'stored' : write.record;
        const expectedVersion = versionOf(write.id);
        writes.set(write.id, { ...write, expectedVersion, ...(record === undefined ? {} : { record }) });
      }
    },
    expect(id) {
      expected.set(id, versionOf(id));
    },
    change: () => ({
      nodes: [...writes.values()],
      expect: [...expected].flatMap(([id, version]) => (writes.has(id) ? [] : [{ id, version }])),
    }),
    unread: () => [...unread],
  };
}
