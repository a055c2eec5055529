import { operationsOf } from '@agent-mem/contract';
import { memoryTool, memoryTools } from '@agent-mem/memory-tools';
import { authorizedCaller, type ConnectorContext } from '@agent-mem/service-kit';
import { configQueues, type FlowServer, type RunningFlow, serveMemory } from '@agent-mem/trustgraph';
import type { Config } from '../config.ts';
import type { Deployment } from '../deployment.ts';
import { visitorOfFlow } from '../flows/flow-visitor.ts';
import { checkMode } from './memory-mode.ts';
import { memoryOperation } from './memory-operation.ts';
import { checkToken } from './memory-token.ts';

/** Answers on the memory interface of TrustGraph's flows, until it is disposed. */
export function openMemoryInterface(
  {
    clock,
    log,
    caller,
    config,
    tokenAccess,
  }: Pick<ConnectorContext<Config>, 'clock' | 'log' | 'caller' | 'config' | 'tokenAccess'>,
  { topics, configTypes, configPushQueue, configTimeoutMs }: Deployment,
): FlowServer {
  const callerOf = async (flow: RunningFlow) => authorizedCaller(await visitorOfFlow(tokenAccess, flow, configTypes), caller);
  return serveMemory({
    topics,
    clock,
    log,
    processorId: config.TRUSTGRAPH_MEMORY_ID,
    types: configTypes,
    queues: { ...configQueues, push: configPushQueue },
    timeoutMs: configTimeoutMs,
    async operation(request, flow, signal) {
      checkToken(flow, configTypes, request.token);
      const isCommand = operationsOf(request.service)[request.operation]?.command === true;
      checkMode(flow, configTypes, config.TRUSTGRAPH_MEMORY_MODE, isCommand ? 'writes' : 'reads');
      return await memoryOperation(await callerOf(flow), request, flow.entry.workspace, signal);
    },
    toolNames: memoryTools.map(({ name }) => name),
    async tool({ tool: name, collection, arguments: args }, flow, signal) {
      const tool = memoryTool(name);
      checkMode(flow, configTypes, config.TRUSTGRAPH_MEMORY_MODE, tool?.access ?? 'reads');
      // A flow has no user.
      const scope = { workspace: flow.entry.workspace, collection: collection ?? 'default' };
      const answer = await tool?.run(args, { caller: await callerOf(flow), scope, invocation: null, options: { signal } });
      return answer?.text ?? '';
    },
  });
}
