import type { ConnectorContext } from '@agent-mem/service-kit';
import type { Config } from './config.ts';

/** What the questions of flows need of the service that takes them. */
export type FlowContext = Pick<
  ConnectorContext<Config>,
  | 'bus'
  | 'caller'
  | 'chatModel'
  | 'clock'
  | 'config'
  | 'draining'
  | 'keyValue'
  | 'log'
  | 'metrics'
  | 'receipts'
  | 'signal'
  | 'tokenAccess'
>;
