import type { Scope } from '@agent-mem/contract';
import type { Change, CommitResult, NodeWrite } from '@agent-mem/storage';

/** What holds for every commit of a service: quotas and lifetimes. */
export interface CommitLimits {
  /** Commits with what a change has to write too, so that it stays within the quotas; throws where it would not. Absent: there are none. */
  withinQuotas?(
    scope: Scope,
    change: Pick<Change, 'nodes'>,
    commit: (uniqueKeys: readonly NodeWrite[]) => Promise<CommitResult>,
  ): Promise<CommitResult>;
  /** The node with when it falls due. Absent: nothing of the service does by itself. */
  withLifetime?(node: NodeWrite): NodeWrite;
}
