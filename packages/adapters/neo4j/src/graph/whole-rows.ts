import type { Row } from '../connection.ts';

const tries = 5;

/**
 * The rows of a read, none of them of something that was purged while it was read: then what the index named is there, and its properties
 * are null. Asked again, the index does not name it.
 */
export async function wholeRows(read: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
  for (let left = tries; ; left--) {
    const rows = await read();
    if (rows.every(isWhole)) return rows;
    if (left <= 1) return rows.filter(isWhole);
  }
}

/** What a row is made of has no nulls: where there are nodes, edges and recorded states in it, they have their properties. */
function isWhole(row: Row): boolean {
  return Object.entries(row).every(([column, value]) => {
    if (column === 'node' || column === 'edge') return hasProperties(value);
    if (column === 'nodes' || column === 'edges') return Array.isArray(value) && value.every(hasProperties);
    return value !== null;
  });
}

function hasProperties(value: unknown): boolean {
  // A recorded state's node is a text.
  if (typeof value !== 'object') return true;
  const { id, properties } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof id === 'string' && typeof properties === 'string';
}
