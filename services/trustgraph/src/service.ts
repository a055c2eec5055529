import { type Tool, warmUpMemory } from '@agent-mem/agent-loop';
import { type AnyService, type Connector, defineConnector, defineService, promptsFrom } from '@agent-mem/service-kit';
import { variables } from './config.ts';
import { type DeploymentPorts, deploymentOf } from './deployment.ts';
import { type FlowRunServer, serveFlowRuns } from './flows/serve-flow-runs.ts';
import { askModel } from './handlers/ask-model.ts';
import { findModel } from './handlers/find-model.ts';
import { openMemoryInterface } from './memory-interface/open-memory-interface.ts';
import { flowModels } from './model/flow-models.ts';

/** What the service stands on, and what it does there. */
export interface TrustGraphOptions extends DeploymentPorts {
  /** It answers the questions of flows, as their agent. */
  readonly answersQuestions: boolean;
  /** It answers on the memory interface of flows. */
  readonly answersMemory: boolean;
  /** A project's own tools, offered beside those of memory. Default: none. */
  readonly tools?: readonly Tool[];
}

/** The service in two parts: its way in from TrustGraph, and what other services of the fleet ask it. */
export interface TrustGraphService {
  readonly connector: Connector;
  /** Asks the models of the flows that it answers questions of; `null`: it answers none. */
  readonly service: AnyService | null;
}

/** The agent and memory in TrustGraph's flows. */
export function trustgraphServiceWith({
  answersQuestions,
  answersMemory,
  tools = [],
  ...ports
}: TrustGraphOptions): TrustGraphService {
  let flowRuns: FlowRunServer | null = null;
  const models = flowModels(() => flowRuns?.running ?? []);
  const connector = defineConnector({
    name: 'trustgraph',
    variables,
    warmUp: warmUpMemory,
    async start(context) {
      // A broken file stops the start.
      await promptsFrom(context.config.PROMPTS_FILE);
      const deployment = deploymentOf(context.config, ports);
      const opened = new AsyncDisposableStack();
      if (answersQuestions) {
        flowRuns = opened.use(serveFlowRuns(context, deployment, tools));
      }
      if (answersMemory) opened.use(openMemoryInterface(context, deployment));
      return opened;
    },
  });
  const service = defineService({
    name: 'trustgraph',
    owns: [],
    variables,
    handlers: { find_model: findModel(models), ask_model: askModel(models) },
  });
  return { connector, service: answersQuestions ? service : null };
}
