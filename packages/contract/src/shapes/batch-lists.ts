import { operationsOf } from '../operations/operation-facts.ts';
import type { ServiceName } from '../operations/operation-types.ts';
import { shapeOf } from './shape.ts';

/**
 * The lists of an operation's request whose elements are work of their own: records, such as facts and messages, and ids of records. Words that describe one thing
 * (tags, kinds, an embedding) are no such list.
 */
export function batchLists(service: ServiceName, operation: string): readonly string[] {
  const facts = operationsOf(service)[operation];
  if (!facts) return [];
  const lists = shapeOf(facts.request).fields.filter(({ cardinality }) => cardinality === 'list');
  return lists.flatMap(({ name, message }) => (message !== null || /(^|_)ids$/.test(name) ? [name] : []));
}
