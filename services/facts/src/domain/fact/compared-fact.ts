import type { Fact } from '@agent-mem/contract';

/** The members by which a fact agrees or disagrees with others. */
export const comparedMembers = [
  'id',
  'content',
  'subject',
  'predicate',
  'object',
  'timestamp',
  'valid_from',
  'valid_to',
  'trust',
] as const satisfies readonly (keyof Fact)[];

/** A fact as far as it can agree or disagree with others. */
export type ComparedFact = Readonly<Pick<Fact, (typeof comparedMembers)[number]>>;

/** How far each class of source is trusted: what ranks lower never takes away what ranks higher has said. */
export const trustRanks: Readonly<Record<Fact['trust'], number>> = { user: 2, import: 1, tool: 0, agent: 0 };
