import type { Topics } from '@agent-mem/messaging';
import type { LeftTo } from '@agent-mem/trustgraph';
import type { Config } from './config.ts';

/** What the process has in a TrustGraph deployment that no variable holds. */
export interface DeploymentPorts {
  /** On TrustGraph's broker. */
  readonly topics: Topics;
  /** Who has the key-value store when this process has ended: other processes of the processor, or this one when it starts again. */
  readonly leftTo: LeftTo;
}

/** How the process stands in a TrustGraph deployment. */
export interface Deployment extends DeploymentPorts {
  /** Whose flows are served: config type `processor:<id>`. */
  readonly processorId: string;
  /** Most questions in work at once in each flow. */
  readonly concurrency: number;
  /** The queue on which the config service says that something changed. */
  readonly configPushQueue: string;
  /** Longest silence of the config service, in milliseconds. */
  readonly configTimeoutMs: number;
  /** Config types with the parameters of flows, the one that wins first. */
  readonly configTypes: readonly string[];
}

/** The deployment that variables name. */
export function deploymentOf(config: Config, ports: DeploymentPorts): Deployment {
  const types = [config.TRUSTGRAPH_CONFIG_TYPE, 'agent-mem', 'agent'].filter((type) => type !== '');
  return {
    ...ports,
    processorId: config.TRUSTGRAPH_ID,
    concurrency: config.TRUSTGRAPH_CONCURRENCY,
    configPushQueue: config.TRUSTGRAPH_CONFIG_PUSH_QUEUE,
    configTimeoutMs: config.TRUSTGRAPH_CONFIG_TIMEOUT_SECONDS * 1_000,
    configTypes: [...new Set(types)],
  };
}
