import type { Claim, WaitingNode } from '@agent-mem/storage';

/** Nodes with work to be done on them. No other process gets them until this is disposed. */
export interface ClaimedNodes extends Disposable {
  readonly items: readonly WaitingNode[];
}

/** Claims nodes that wait for one service, from this process's share of the queue. */
export type ClaimNodes = (queue: 'due' | 'index', asked: Pick<Claim, 'kinds' | 'until' | 'limit'>) => Promise<ClaimedNodes>;
