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
