import { OperationError } from '@agent-mem/contract';
import type { ConfigWatchOptions } from '../config/config-watch.ts';
import { objectAt } from '../field.ts';
import { type FlowClients, openFlowClients } from '../flow-clients.ts';
import type { FlowEntry } from '../flow-entry.ts';
import { type FlowServer, openInFlows, type RunningFlow } from '../flow-server.ts';
import { passthroughRequestMessage, passthroughResponseMessage } from '../messages/passthrough.ts';
import {
  toolRequestMessage,
  toolResponseMessage,
  toolServiceRequestMessage,
  toolServiceResponseMessage,
} from '../messages/tool.ts';
import { type MemoryRequest, readMemoryRequest } from './memory-request.ts';
import { openRequestConsumer } from './request-consumer.ts';

/** The queues of a flow's memory beside `request` and `response`, each pair of its own use; one that the flow does not name is not served. */
export const memoryToolQueues = {
  /** TrustGraph's protocol of tool services: config type `tool-service` names these queues. */
  toolService: { request: 'tool-service-request', response: 'tool-service-response' },
  /** The protocol of its mcp-tool service: the flow's agent is given these queues as its `mcp-tool-request` and `-response`. */
  agentMcpTool: { request: 'agent-mcp-tool-request', response: 'agent-mcp-tool-response' },
} as const;

/** A call of one of memory's tools by an agent of the flow. */
export interface MemoryToolCall {
  readonly tool: string;
  /** Of the tool's configuration; `null`: it names none. */
  readonly collection: string | null;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What memory brings to serve its flows. Each gets the flow, whose workspace is the only one it may touch, and a signal that the flow's end aborts. */
export interface ServeMemoryOptions extends Omit<ConfigWatchOptions, 'onChange'> {
  /** Answers an operation by its answer's members. */
  readonly operation: (request: MemoryRequest, flow: RunningFlow, signal: AbortSignal) => Promise<object>;
  /** Names of the tools there are. */
  readonly toolNames: readonly string[];
  /** Answers the text that the model is shown. */
  readonly tool: (call: MemoryToolCall, flow: RunningFlow, signal: AbortSignal) => Promise<string>;
}

/**
 * Answers on the memory interface of every flow that configuration gives the processor, until it is disposed: operations in the envelope that the
 * gateway passes through, and tools for the flow's agents. Calls of tools that are not memory's go on to the flow's own mcp-tool service.
 */
export function serveMemory({ operation, toolNames, tool, ...options }: ServeMemoryOptions): FlowServer {
  const { topics, clock, log, processorId } = options;
  return openInFlows(options, async (flow) => {
    await using opened = new AsyncDisposableStack();
    const { entry } = flow;
    const clients = opened.use(await openFlowClients({ topics, clock }, entry));
    const shared = { topics, processorId, entry, ...(log && { log }) };
    if (names(entry, memoryToolQueues.agentMcpTool)) {
      const consumer = openRequestConsumer({
        ...shared,
        names: memoryToolQueues.agentMcpTool,
        request: toolRequestMessage,
        response: toolResponseMessage,
        answer: async ({ name, parameters }, signal) => {
          const args = readArguments(parameters, 'ToolRequest.parameters');
          if (!toolNames.includes(name)) return await passedOn(clients, name, args, signal, toolNames);
          // Its clients take an empty text for none.
          return { text: (await tool({ tool: name, collection: null, arguments: args }, flow, signal)) || '-' };
        },
        failure: ({ message }) => ({ error: { type: 'tool-error', message }, text: null, object: null }),
      });
      opened.use(await consumer);
    }
    if (names(entry, memoryToolQueues.toolService)) {
      const consumer = openRequestConsumer({
        ...shared,
        names: memoryToolQueues.toolService,
        request: toolServiceRequestMessage,
        response: toolServiceResponseMessage,
        answer: async (request, signal) => {
          const config = readArguments(request.config, 'ToolServiceRequest.config');
          const args = readArguments(request.arguments, 'ToolServiceRequest.arguments');
          const name = typeof config.tool === 'string' ? config.tool : '';
          if (!toolNames.includes(name)) throw noSuchTool(name, toolNames);
          const collection = typeof config.collection === 'string' && config.collection !== '' ? config.collection : null;
          return { response: await tool({ tool: name, collection, arguments: args }, flow, signal), end_of_stream: true };
        },
        failure: ({ message }) => ({ error: { type: 'tool-service-error', message }, response: '', end_of_stream: true }),
      });
      opened.use(await consumer);
    }
    const consumer = openRequestConsumer({
      ...shared,
      names: { request: 'request', response: 'response' },
      request: passthroughRequestMessage,
      response: passthroughResponseMessage,
      answer: async ({ payload }, signal) => {
        const request = readMemoryRequest(payload);
        const answer = await operation(request, flow, signal);
        const { service, operation: name, warnings } = request;
        return { payload: { [service]: { [name]: answer }, ...(warnings.length > 0 ? { warnings } : {}) }, is_final: true };
      },
      // Twice: gateways show their clients the payload, and clients on the bus look at the error.
      failure: (error) => ({
        payload: { error: error.toWire() },
        error: { type: error.type, message: error.message },
        is_final: true,
      }),
    });
    opened.use(await consumer);
    return opened.move();
  });
}

async function passedOn(
  { mcpTool }: FlowClients,
  name: string,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  toolNames: readonly string[],
) {
  if (!mcpTool) throw noSuchTool(name, toolNames);
  const { text, object } = await mcpTool.call(name, args, { signal });
  return text === null ? { text: null, object: JSON.stringify(object) } : { text };
}

function noSuchTool(name: string, toolNames: readonly string[]): OperationError {
  return new OperationError('not-found', `There is no tool "${name}"; memory has ${toolNames.join(', ')}`);
}

function names({ topics }: FlowEntry, { request, response }: { readonly request: string; readonly response: string }): boolean {
  return Boolean(topics[request] && topics[response]);
}

function readArguments(json: string, path: string): Readonly<Record<string, unknown>> {
  if (json === '') return {};
  try {
    return objectAt(JSON.parse(json), path);
  } catch (cause) {
    if (cause instanceof OperationError) throw cause;
    throw new OperationError('invalid-argument', `${path}: must be JSON text`, { cause });
  }
}
