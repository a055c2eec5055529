import type { Tool } from '@agent-mem/agent-loop';
import { defineConnector, promptsFrom } from '@agent-mem/service-kit';
import { variables } from './config.ts';
import { type DeploymentPorts, deploymentOf } from './deployment.ts';
import { serveFlowRuns } from './flows/serve-flow-runs.ts';
import { openMemoryInterface } from './memory-interface/open-memory-interface.ts';

/** What the service stands on, and what it does there. */
export interface TrustGraphOptions extends DeploymentPorts {
  /** It answers the questions of flows, as their agent. */
  readonly answersQuestions: boolean;
  /** It answers on the memory interface of flows. */
  readonly answersMemory: boolean;
  /** A project's own tools, offered beside those of memory. Default: none. */
  readonly tools?: readonly Tool[];
}

/** The agent and memory in TrustGraph's flows. */
export function trustgraphServiceWith({ answersQuestions, answersMemory, tools = [], ...ports }: TrustGraphOptions) {
  return defineConnector({
    name: 'trustgraph',
    variables,
    async start(context) {
      // A broken file stops the start.
      await promptsFrom(context.config.PROMPTS_FILE);
      const deployment = deploymentOf(context.config, ports);
      const opened = new AsyncDisposableStack();
      if (answersQuestions) opened.use(serveFlowRuns(context, deployment, tools));
      if (answersMemory) opened.use(openMemoryInterface(context, deployment));
      return opened;
    },
  });
}
