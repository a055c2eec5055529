import { randomUUID } from 'node:crypto';
import {
  type Clock,
  completeEvent,
  type Event,
  type Init,
  OperationError,
  type Scope,
  scopeOf,
  systemClock,
} from '@agent-mem/contract';
import { hashEmbedder, scriptedChatModel } from '@agent-mem/llm';
import { type Caller, createMemoryBus, type Dispatch, type IncomingRequest, type Reply } from '@agent-mem/messaging';
import { createHostMetrics, createRequestObserver, type HostMetrics } from '@agent-mem/observability';
import { defaultSettingsOf, settingsVariables } from '@agent-mem/policy';
import { analysisOf, analysisVariables, createIndexNodes } from '@agent-mem/recall';
import { type ClaimNodes, createLogger, type Logger, readConfig } from '@agent-mem/runtime';
import type { AnyService, HostPorts, JobContext } from '@agent-mem/service-kit';
import { createPurge, purgerOf, requestPipeline } from '@agent-mem/service-kit';
import { createMemoryDetails, createMemoryGraph, createMemoryKeyValue, createMemorySearchIndex } from '@agent-mem/storage';
import { unhostedContext } from './unhosted-context.ts';

export const scope: Scope = scopeOf({ workspace: 'default', user: 'u1', collection: 'default' });

/** Everything in memory. */
export function memoryPorts(overrides: Partial<HostPorts> = {}): HostPorts {
  const clock: Clock = overrides.clock ?? systemClock;
  const chatModel = overrides.chatModel ?? scriptedChatModel([]);
  return {
    bus: createMemoryBus({ clock }),
    graph: createMemoryGraph({ clock }),
    searchIndex: createMemorySearchIndex(),
    keyValue: createMemoryKeyValue({ clock }),
    details: createMemoryDetails(),
    chatModel,
    summaryModel: chatModel,
    embedder: hashEmbedder(),
    previousEmbedder: null,
    reranker: null,
    analysis: analysisOf(readConfig(analysisVariables, {})),
    defaultSettings: defaultSettingsOf(readConfig(settingsVariables, {})),
    clock,
    brokerRetentionMs: null,
    ...overrides,
  };
}

/** A log that is stored line by line. */
export function recordedLog(): { readonly log: Logger; readonly lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger({ level: 'debug', destination: { write: (line) => void lines.push(JSON.parse(line)) } });
  return { log, lines };
}

/** A caller that nobody answers. */
const silentCaller: Caller = {
  call: () => new Promise(() => undefined),
  stream: async function* () {
    await new Promise(() => undefined);
  },
  [Symbol.asyncDispose]: async () => undefined,
};

/** Claims of the only process there is. */
export function claimingAll({ graph }: Pick<HostPorts, 'graph'>): ClaimNodes {
  const by = { owner: 'only', group: 'tested' } as const;
  return async (queue, asked) => {
    await graph.hold(by.owner, { [by.group]: [] }, 60_000);
    return { items: await graph.claim(queue, { ...asked, ...by }), [Symbol.dispose]: () => undefined };
  };
}

/** One service without a host. */
export interface LoneService {
  readonly ports: HostPorts;
  readonly context: JobContext<unknown>;
  readonly dispatch: Dispatch;
  readonly metrics: HostMetrics;
  readonly lines: readonly Record<string, unknown>[];
  readonly stop: AbortController;
}

export function loneService(definition: AnyService, overrides: Partial<HostPorts> & { caller?: Caller } = {}): LoneService {
  const { caller = silentCaller, ...portOverrides } = overrides;
  const ports = memoryPorts(portOverrides);
  const metrics = createHostMetrics();
  const { log, lines } = recordedLog();
  const stop = new AbortController();
  const config = readConfig(definition.variables, {});
  const index = createIndexNodes(definition, ports, log);
  const hosted: JobContext<unknown> = {
    ...unhostedContext(definition.name, config, ports, { caller, log, metrics, signal: stop.signal }),
    index,
    indexByOwners: index,
    purge: createPurge(purgerOf(definition), ports),
    claimNodes: claimingAll(ports),
  };
  const context = { ...hosted, state: definition.state?.(hosted) };
  const dispatch = requestPipeline(definition, context, createRequestObserver(log, metrics));
  return { ports, context, dispatch, metrics, lines, stop };
}

/** A request as a transport hands it over. */
export function incoming(envelope: unknown, overrides: Partial<IncomingRequest> = {}): IncomingRequest {
  return {
    envelope,
    id: randomUUID(),
    idempotencyKey: null,
    deadline: null,
    traceparent: null,
    signal: new AbortController().signal,
    transport: 'query',
    attempt: 1,
    accepted: () => undefined,
    ...overrides,
  };
}

/** Every reply to a request; a failure as the reply that a transport makes of it. */
export async function repliesTo(dispatch: Dispatch, request: IncomingRequest): Promise<Reply[]> {
  const replies: Reply[] = [];
  try {
    await dispatch(request, (reply) => void replies.push(reply));
  } catch (error) {
    replies.push({ error: OperationError.from(error).toWire() });
  }
  return replies;
}

/** An event of the scope above. */
export function eventOf(init: Init<Event>): Event {
  return completeEvent({ id: randomUUID(), ...scope, conversation_id: 'c1', timestamp: '2026-05-07T00:00:00.000Z', ...init });
}
