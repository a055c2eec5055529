import type { Fact } from '@agent-mem/contract';

/** How far each class of source is trusted: what ranks lower never takes away what ranks higher has said. */
export const trustRanks: Readonly<Record<Fact['trust'], number>> = { user: 2, import: 1, tool: 0, agent: 0 };
