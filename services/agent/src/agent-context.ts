import type { OwnGraph, ServiceContext } from '@agent-mem/service-kit';
import type { Config } from './config.ts';

/** What an invocation needs of the service, whether a request started it or a crash left it. */
export type AgentContext = Pick<
  ServiceContext<Config>,
  'bus' | 'caller' | 'chatModel' | 'clock' | 'config' | 'embedder' | 'keyValue' | 'log' | 'metrics' | 'receipts'
> & {
  readonly graph: Pick<OwnGraph, 'commit' | 'get'>;
  /** Of the request; what a crash left has none. */
  readonly traceparent?: string | null;
  /** Memory is off for the user, scope or conversation: the invocation neither reads nor writes any. Default: it is not. */
  readonly memoryIsOff?: boolean;
};
