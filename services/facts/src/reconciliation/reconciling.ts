import type { Scope } from '@agent-mem/contract';
import type { ServiceContext } from '@agent-mem/service-kit';
import type { Change, CommitResult, Graph } from '@agent-mem/storage';
import type { Config } from '../config.ts';

/** What a reconciliation has, whether an event or a periodic job has led to it. */
export interface Reconciling extends Omit<ServiceContext<Config>, 'graph' | 'bus'> {
  readonly scope: Scope;
  readonly graph: Omit<Graph, 'commit'> & {
    commit(scope: Scope, change: Omit<Change, 'idempotency'>, reply?: object): Promise<CommitResult>;
  };
}
