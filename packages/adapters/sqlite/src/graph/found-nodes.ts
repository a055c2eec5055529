import { BoundedMap } from '@agent-mem/contract';
import type { GraphNode } from '@agent-mem/storage';
import type { Row, Transaction } from '../file/index.ts';
import { rowsOf } from './by-ids.ts';
import { nodeOfRow } from './rows.ts';

/** Columns that tell which node stands in a row, and whether it is as it was. */
export const headColumns = 'id, checksum, indexed_version';

/** Nodes that are remembered, and the longest properties of one, in characters: at most some 16 MB. */
const mostRemembered = 2_000;
const longestProperties = 4_096;

/**
 * Nodes that were found lately. Whoever lists the same ones with each question reads of a row that did not change only its head: a row of sixteen columns
 * takes five times as long.
 */
export class FoundNodes {
  readonly #nodes = new BoundedMap<string, GraphNode>(mostRemembered);

  /** The nodes of these rows of `headColumns`, in their order. */
  of(reader: Pick<Transaction, 'statement'>, scope: number, heads: readonly Row[]): readonly GraphNode[] {
    const known = heads.map((head) => this.#nodes.get(keyOf(scope, head)));
    const missing = heads.flatMap(({ id }, index) => (known[index] === undefined ? [String(id)] : []));
    if (missing.length === 0) return known as readonly GraphNode[];
    const read = new Map(rowsOf(reader, '*', scope, missing).map((row) => [row.id, this.#remembered(scope, row)]));
    return heads.flatMap(({ id }, index) => known[index] ?? read.get(id) ?? []);
  }

  /** Forgets all: what is purged does not stay in memory. */
  clear(): void {
    this.#nodes.clear();
  }

  #remembered(scope: number, row: Row): GraphNode {
    const node = nodeOfRow(row);
    if (String(row.properties).length <= longestProperties) this.#nodes.set(keyOf(scope, row), node);
    return node;
  }
}

function keyOf(scope: number, { id, checksum, indexed_version: indexed }: Row): string {
  return `${scope} ${id} ${checksum} ${indexed}`;
}
