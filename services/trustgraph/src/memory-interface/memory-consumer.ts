import { operationsOf } from '@agent-mem/contract';
import type { Config } from '@agent-mem/gateway';
import type { ServiceContext } from '@agent-mem/service-kit';
import { configQueues, type FlowServer, serveMemory } from '@agent-mem/trustgraph';
import { checkMode } from './memory-mode.ts';
import { memoryOperation } from './memory-operation.ts';
import { checkToken } from './memory-token.ts';
import { memoryTools } from './memory-tools.ts';

/** Answers on the memory interface of TrustGraph's flows, until it is disposed; `null`: the process stands in none. */
export function openMemoryConsumer({ trustgraph, clock, log, caller, config }: ServiceContext<Config>): FlowServer | null {
  if (!trustgraph) return null;
  const { configTypes } = trustgraph;
  return serveMemory({
    topics: trustgraph.topics,
    clock,
    log,
    processorId: config.TRUSTGRAPH_MEMORY_ID,
    types: configTypes,
    queues: { ...configQueues, push: trustgraph.configPushQueue },
    timeoutMs: trustgraph.configTimeoutMs,
    operation(request, flow, signal) {
      checkToken(flow, configTypes, request.token);
      const isCommand = operationsOf(request.service)[request.operation]?.command === true;
      checkMode(flow, configTypes, config.TRUSTGRAPH_MEMORY_MODE, isCommand ? 'writes' : 'reads');
      return memoryOperation(caller, request, flow.entry.workspace, signal);
    },
    toolNames: Object.keys(memoryTools),
    async tool({ tool, collection, arguments: args }, flow, signal) {
      checkMode(flow, configTypes, config.TRUSTGRAPH_MEMORY_MODE, tool === 'StoreFact' ? 'writes' : 'reads');
      const scope = { workspace: flow.entry.workspace, collection: collection ?? 'default' };
      return (await memoryTools[tool]?.(caller, scope, args, { signal })) ?? '';
    },
  });
}
