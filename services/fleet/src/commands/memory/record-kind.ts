import { OperationError } from '@agent-mem/contract';
import { UsedWrongly } from '../../refusal.ts';

/** What commands work on. */
export const recordKinds = ['fact', 'episode', 'conversation'] as const;

/** One of them. */
export type RecordKind = (typeof recordKinds)[number];

/** The kind that a flag names. Throws `UsedWrongly` for another. */
export function recordKind(given: string): RecordKind {
  const kind = recordKinds.find((each) => each === given);
  if (kind) return kind;
  throw new UsedWrongly(`--kind must be one of ${recordKinds.join(', ')}, got "${given}"`);
}

/** The kind that an id says by its beginning. Any other text may be the id of a conversation, which callers choose. */
export function kindOfId(id: string): RecordKind {
  if (id.startsWith('fact_')) return 'fact';
  return id.startsWith('epi_') ? 'episode' : 'conversation';
}

/** Rethrows. Where neither the id nor a flag says a kind, "not found" says what the ids of the other kinds look like. */
export function notFoundBy(id: string, given: string | undefined): (error: unknown) => never {
  return (error) => {
    if (given !== undefined || !(error instanceof OperationError && error.type === 'not-found')) throw error;
    if (kindOfId(id) !== 'conversation') throw error;
    const sentence = `No conversation has the id ${id}, and it is no id of a fact (fact_…) or an episode (epi_…); "list" and "search" show the ids`;
    throw new OperationError('not-found', sentence, { cause: error });
  };
}
