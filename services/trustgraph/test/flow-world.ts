import { setImmediate as turn } from 'node:timers/promises';
import { type Access, openAccess } from '@agent-mem/access';
import type { Tool } from '@agent-mem/agent-loop';
import { type Clock, type Event, type ModelUsage, OperationError, systemClock, tooLong } from '@agent-mem/contract';
import { type ChatModel, scriptedChatModel } from '@agent-mem/llm';
import { createMemoryBus, createMemoryTopics, type MemoryTopics, publishEvent, subscribeEvents } from '@agent-mem/messaging';
import type { RuleSource } from '@agent-mem/policy';
import type { Receipts } from '@agent-mem/recall';
import { readConfig } from '@agent-mem/runtime';
import { createMemoryGraph, createMemoryKeyValue } from '@agent-mem/storage';
import { stubTrustGraphConfig, type TrustGraphConfig } from '@agent-mem/testing';
import {
  type AgentRequest,
  type AgentResponse,
  agentRequestMessage,
  agentResponseMessage,
  type LeftTo,
  librarianRequestMessage,
  promptRequestMessage,
  type Triples,
  topicOfQueue,
  triplesMessage,
} from '@agent-mem/trustgraph';
import { vi } from 'vitest';
import { variables } from '../src/config.ts';
import type { FlowContext } from '../src/flow-context.ts';
import { serveFlowRuns } from '../src/flows/serve-flow-runs.ts';

/** What a stub of a service answers to one request: messages, or nothing at all. */
export type Answers = readonly object[] | 'silence';

/** A reply of the model: a text, the pieces of one, a refusal, messages as they are, or silence. */
export type ModelReply =
  | string
  | readonly string[]
  | { readonly error: string; readonly type?: string }
  | { readonly messages: readonly object[] }
  | 'silence';

/** One flow with an agent of ours in it, and stubs of all that TrustGraph has around it. */
export interface FlowWorld extends AsyncDisposable {
  /** The process begins to stop; resolves when the agent has left its flows. */
  stop(): Promise<void>;
  /** The time of a process that stops is over. */
  interrupt(): void;
  readonly topics: MemoryTopics;
  readonly store: TrustGraphConfig;
  /** What the model was asked through the prompt service, terms decoded. */
  readonly asked: { readonly id: string; readonly terms: Record<string, unknown>; readonly streaming: boolean }[];
  /** What came to each stub, by its name: prompt requests, tool calls … */
  readonly requests: Record<string, Record<string, unknown>[]>;
  /** Everything that happened, in order: `response thought`, `librarian …`, `triples …`, `graph-rag`, `prompt`. */
  readonly order: string[];
  readonly events: Event[];
  /** Tells memory's services of an event. */
  publish(event: Event): Promise<void>;
  readonly counted: string[];
  /** What models were asked, with the tokens in. */
  readonly used: string[];
  /** The receipts that it has left, with their queries. */
  readonly noted: Parameters<Receipts['note']>[1][];
  readonly logged: string[];
  /** Says that config types have changed in workspace `w`. */
  poke(...types: string[]): Promise<void>;
  /** Sends a request to the flow's agent. */
  send(request: Partial<AgentRequest> & Record<string, unknown>, id?: string): Promise<void>;
  /** Sends a question and waits for its last frame: all its frames. */
  ask(request: Partial<AgentRequest> & Record<string, unknown>, id?: string): Promise<AgentResponse[]>;
  frames(id?: string): AgentResponse[];
  /** Requests on `next`: what came on the agent's own topic but the questions that were sent here. */
  nexts(id?: string): AgentRequest[];
  readonly stored: Triples[];
  readonly documents: { readonly id: string; readonly title: string; readonly text: string }[];
  /** The ids on everything that went out for a question. */
  outgoingIds(): (string | undefined)[];
}

export interface FlowWorldOptions {
  readonly model?: readonly ModelReply[] | ((terms: Record<string, unknown>, index: number) => ModelReply);
  /** Entries of config type `tool`, by key; given as objects. Our template is loaded unless `config` says otherwise. */
  readonly tools?: Record<string, object>;
  readonly config?: Record<string, Record<string, string>>;
  readonly parameters?: Record<string, string>;
  /** Default: memory is off. */
  readonly memory?: 'off' | 'read' | 'read-write' | 'full';
  readonly environment?: Record<string, string>;
  /** Answers of the stubs by queue name; a function of the request. Those not here are silent. */
  readonly services?: Record<string, (request: Record<string, unknown>) => Answers>;
  /** Where the agent hands a question on; default: to itself. */
  readonly next?: string;
  /** Topic names that the flow does not have. */
  readonly without?: readonly string[];
  /** Stubs that are not there, though the flow names their queues. */
  readonly unserved?: readonly string[];
  readonly clock?: Clock;
  readonly ownModel?: ChatModel;
  readonly ownTools?: readonly Tool[];
  /** Stands in for the memory services. Default: they know nothing. */
  readonly call?: (service: string, operation: string, request: Record<string, unknown>) => Promise<unknown>;
  readonly processorId?: string;
  /** Of the journal. Default: one of its own. */
  readonly keyValue?: FlowContext['keyValue'];
  /** Default: to others. */
  readonly leftTo?: LeftTo;
  /** Where settings of memory stand. Default: an empty one. */
  readonly graph?: RuleSource['graph'];
  /** The broker refuses what the agent sends in larger messages. Default: none. */
  readonly mostBytes?: number;
  /** How a flow's scope token is checked. Default: it is not looked at. */
  readonly tokenAccess?: Access;
  /** Whether the bus of memory refuses what is published. Default: never. */
  readonly isBusDown?: () => boolean;
}

const requestTopic = 'non-persistent://tg/request/agent:w:f';
const responseTopic = 'non-persistent://tg/response/agent:w:f';
const pairs = [
  'prompt',
  'text-completion',
  'mcp-tool',
  'graph-rag',
  'structured-query',
  'embeddings',
  'row-embeddings-query',
  'librarian',
];

/** The stock tool of the table's rows. */
export const kb = { type: 'knowledge-query', name: 'kb', description: 'd' };
export const act = 'Thought: look it up\nAction: kb\nArgs: {"question": "capital?"}';
export const final = 'Thought: done\nFinal Answer: Paris';

/** GraphRAG that answers one text. */
export const says = (text: string) => () => [
  { error: null, response: text, message_type: 'chunk', end_of_stream: true, end_of_session: true },
];
/** A service that refuses. */
export const refuses =
  (message: string, type = 'service-error') =>
  () => [{ error: { type, message }, end_of_stream: true, end_of_session: true }];

export async function startFlowWorld(options: FlowWorldOptions = {}): Promise<FlowWorld> {
  await using stack = new AsyncDisposableStack();
  const { clock = systemClock, processorId = 'agent-mem', memory = 'off', without = [], unserved = [], services = {} } = options;
  const topics = createMemoryTopics();
  const [draining, stopped] = [new AbortController(), new AbortController()];
  const requests: FlowWorld['requests'] = {};
  const asked: FlowWorld['asked'] = [];
  const order: string[] = [];
  const counted: string[] = [];
  const used: string[] = [];
  const noted: Parameters<Receipts['note']>[1][] = [];
  const logged: string[] = [];

  const queues = Object.fromEntries([
    ['request', 'request:tg:agent:w:f'],
    ['next', options.next ?? 'request:tg:agent:w:f'],
    ['response', 'response:tg:agent:w:f'],
    ['explainability', 'flow:tg:triples-store:w:f'],
    ...pairs.flatMap((name) => [
      [`${name}-request`, `request:tg:${name}:w:f`],
      [`${name}-response`, `response:tg:${name}:w:f`],
    ]),
  ]);
  for (const name of without) delete queues[name];
  const entry = { topics: queues, parameters: { 'memory-mode': memory, ...options.parameters } };
  const texts = (objects: Record<string, object>) =>
    Object.fromEntries(Object.entries(objects).map(([key, value]) => [key, JSON.stringify(value)]));
  const store: TrustGraphConfig = {
    __workspaces__: { workspace: { w: '{"enabled": true}' } },
    w: {
      [`processor:${processorId}`]: { f: JSON.stringify(entry) },
      tool: texts(options.tools ?? { kb }),
      prompt: texts({ 'template.agent-mem-react': { prompt: '…', 'response-type': 'text' } }),
      ...options.config,
    },
  };
  const config = stack.use(await stubTrustGraphConfig(topics, store));

  const serve = async (name: string, queue: string, answer: (request: Record<string, unknown>) => Answers, response = queue) => {
    const producer = await topics.produce(topicOfQueue(`response:tg:${response}`));
    const asking: Record<string, unknown>[] = [];
    requests[name] = asking;
    if (unserved.includes(name)) return;
    await topics.consume(topicOfQueue(`request:tg:${queue}`), { subscription: name, type: 'shared' }, (message) => {
      const request = JSON.parse(message.payload) as Record<string, unknown>;
      if (asksForPresence(request)) {
        const refusal = { error: { type: 'not-implemented', message: 'no' }, end_of_stream: true };
        if (name === 'prompt' || services[name])
          void producer.send({ payload: JSON.stringify(refusal), properties: message.properties });
        return;
      }
      asking.push(request);
      order.push(name);
      const answers = answer(request);
      if (answers === 'silence') return;
      for (const each of answers) void producer.send({ payload: JSON.stringify(each), properties: message.properties });
    });
  };
  for (const name of pairs.filter((pair) => pair !== 'prompt')) {
    const silent = name === 'librarian' ? () => [{ error: null }] : () => 'silence' as const;
    await serve(name, `${name}:w:f`, services[name] ?? silent);
  }
  for (const [name, answer] of Object.entries(services).filter(([name]) => !pairs.includes(name)))
    await serve(name, name, answer);
  let index = 0;
  await serve('prompt', 'prompt:w:f', (json) => {
    const { id, terms, streaming } = promptRequestMessage.decode(JSON.stringify(json));
    const decoded = Object.fromEntries(Object.entries(terms).map(([name, term]) => [name, JSON.parse(term) as unknown]));
    const other = services.prompt?.(json);
    if (other && other !== 'silence') return other;
    asked.push({ id, terms: decoded, streaming });
    const { model = [] } = options;
    const reply = typeof model === 'function' ? model(decoded, index) : (model[index] ?? { error: 'The script is over' });
    index += 1;
    return promptMessages(reply, streaming);
  });

  const bus = stack.use(createMemoryBus());
  const events: Event[] = [];
  stack.use(await subscribeEvents(bus, 'test', async (event) => void events.push(event)));
  const note = (level: string) => (_fields: object, sentence: string) => void logged.push(`${level}: ${sentence}`);
  const log = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: (fields: object, sentence: string) =>
      void logged.push(`error: ${sentence} ${String((fields as { err?: unknown }).err)}`),
    child: () => log,
  };
  const call = options.call ?? knowsNothing;
  const context = {
    bus: {
      subscribe: bus.subscribe.bind(bus),
      publish: async (...sent: Parameters<typeof bus.publish>) => {
        if (options.isBusDown?.()) throw new OperationError('unavailable', 'The bus is down');
        await bus.publish(...sent);
      },
    },
    caller: { call: (service: string, operation: string, request: Record<string, unknown>) => call(service, operation, request) },
    chatModel: options.ownModel ?? scriptedChatModel([]),
    clock,
    config: readConfig(variables, options.environment ?? {}),
    defaultSettings: { memory: 'on', sensitiveData: 'redact', personalData: 'allow' },
    graph: options.graph ?? createMemoryGraph({ clock }),
    keyValue: options.keyValue ?? createMemoryKeyValue({ clock }),
    draining: draining.signal,
    log,
    signal: stopped.signal,
    tokenAccess: options.tokenAccess ?? openAccess,
    receipts: { note: (...[, receipt]: Parameters<Receipts['note']>) => void noted.push(receipt) },
    metrics: {
      memories: () => undefined,
      sensitive: (kind: string, action: string) => void counted.push(`sensitive ${kind} ${action}`),
      modelAnswer: () => undefined,
      learningPass: () => undefined,
      modelUsage: ({ model, tokens_in }: ModelUsage) => void used.push(`${model} ${tokens_in}`),
      flowRun: {
        ended: (processor: string, outcome: string, steps: number) => void counted.push(`ended ${processor} ${outcome} ${steps}`),
        toolCalled: (processor: string, tool: string, _ms: number, success: boolean) =>
          void counted.push(`tool ${processor} ${tool} ${success}`),
        modelAnswered: (processor: string) => void counted.push(`model ${processor}`),
        takenUp: (processor: string) => void counted.push(`taken up ${processor}`),
        memoryAway: (processor: string, part: string) => void counted.push(`away ${processor} ${part}`),
      },
    },
    // As far as the agent uses it in a flow.
  } as unknown as FlowContext & RuleSource;
  const server = stack.use(
    serveFlowRuns(
      context,
      {
        topics: options.mostBytes === undefined ? topics : boundedTopics(topics, options.mostBytes),
        processorId,
        concurrency: 16,
        configPushQueue: 'notify:tg:config',
        configTimeoutMs: 60_000,
        configTypes: ['agent-mem', 'agent'],
        leftTo: options.leftTo ?? 'others',
      },
      options.ownTools ?? [],
    ),
  );
  const interrupt = () => stopped.abort(new OperationError('unavailable', 'The service is stopping; ask again'));
  stack.defer(interrupt);
  const recorder = (topic: string, name: string, take: (payload: string) => string) =>
    topics.consume(topic, { subscription: `record ${name}`, type: 'shared' }, ({ payload }) => void order.push(take(payload)));
  await recorder(responseTopic, 'response', (payload) => {
    const { message_type, explain_id } = agentResponseMessage.decode(payload);
    return `response ${message_type}${explain_id ? ` ${explain_id}` : ''}`;
  });
  await recorder(
    'persistent://tg/flow/triples-store:w:f',
    'triples',
    (payload) => `triples ${triplesMessage.decode(payload).metadata.id}`,
  );
  await server.ready;

  const on = (topic: string, id?: string) =>
    topics.sent.filter((message) => message.topic === topic && (id === undefined || message.properties.id === id));
  const questions = new Set<string>();
  const producer = await topics.produce(requestTopic);
  const send: FlowWorld['send'] = async (request, id = 'r1') => {
    const payload = agentRequestMessage.encode(request);
    questions.add(payload);
    await producer.send({ payload, properties: { id } });
  };
  const frames: FlowWorld['frames'] = (id) => on(responseTopic, id).map(({ payload }) => agentResponseMessage.decode(payload));
  const running = stack.move();
  return {
    async stop() {
      draining.abort();
      await server[Symbol.asyncDispose]();
    },
    interrupt,
    topics,
    store,
    asked,
    requests,
    order,
    events,
    publish: (event) => publishEvent(bus, event),
    counted,
    noted,
    used,
    logged,
    async poke(...types) {
      const fetched = () => on('non-persistent://tg/response/config').length;
      const before = fetched();
      await config.poke(Object.fromEntries(types.map((type) => [type, ['w']])));
      await vi.waitFor(() => {
        if (fetched() < before + types.length) throw new Error('The configuration is not fetched yet');
      });
      await turn();
    },
    send,
    async ask(request, id = 'r1') {
      await send(request, id);
      await vi.waitFor(
        () => {
          if (!frames(id).some(({ end_of_dialog }) => end_of_dialog)) throw new Error(`No last frame yet; ${logged.join('; ')}`);
        },
        { timeout: 20_000, interval: 5 },
      );
      return frames(id);
    },
    frames,
    nexts: (id) =>
      on(requestTopic, id)
        .filter(({ payload }) => !questions.has(payload))
        .map(({ payload }) => agentRequestMessage.decode(payload)),
    get stored() {
      return on('persistent://tg/flow/triples-store:w:f').map(({ payload }) => triplesMessage.decode(payload));
    },
    get documents() {
      return on(topicOfQueue('request:tg:librarian:w:f')).map(({ payload }) => {
        const { document_id, document_metadata, content } = librarianRequestMessage.decode(payload);
        return { id: document_id, title: document_metadata?.title ?? '', text: Buffer.from(content, 'base64').toString() };
      });
    },
    outgoingIds: () => [...on(responseTopic), ...on(requestTopic)].map(({ properties }) => properties.id),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** Whether it only asks whether anybody serves the queue: stubs answer that where the test has one, and note nothing. */
function asksForPresence({ id, operation }: Record<string, unknown>): boolean {
  return id === 'agent-mem-is-anybody-there' || operation === 'list-models';
}

function promptMessages(reply: ModelReply, streaming: boolean): Answers {
  if (reply === 'silence') return reply;
  const end = { error: null, end_of_stream: true };
  if (typeof reply === 'object' && 'messages' in reply) return reply.messages;
  if (typeof reply === 'object' && 'error' in reply)
    return [{ error: { type: reply.type ?? 'llm-error', message: reply.error }, text: null, object: null, end_of_stream: true }];
  const usage = { in_token: 10, out_token: 5, model: 'm1' };
  const pieces = typeof reply === 'string' ? (streaming ? (reply.match(/.{1,9}/gs) ?? []) : [reply]) : reply;
  if (!streaming) return [{ ...end, text: pieces.join(''), object: null, ...usage }];
  return [
    ...pieces.map((text) => ({ error: null, text, object: null, end_of_stream: false })),
    { ...end, text: '', object: null, ...usage },
  ];
}

const knowsNothing: NonNullable<FlowWorldOptions['call']> = async (service, operation) => {
  if (operation === 'retrieve') return service === 'facts' ? { facts: [], receipt: null } : { episodes: [], receipt: null };
  if (service === 'conversations') throw new OperationError('not-found', 'unknown');
  if (operation === 'append') return { over_threshold: false };
  if (service === 'working-memory') return {};
  throw new OperationError('unimplemented', `${service}.${operation}`);
};

/** Frames in short, `U` for the run's URI: `explain U/i1`, `thought look it up |U/i1/thought`; `.` behind a whole message, `!` behind the last one. */
export function short(frames: readonly AgentResponse[]): string[] {
  const run = frames.find(({ message_type }) => message_type === 'explain')?.explain_id ?? '';
  const base = /^urn:trustgraph:agent:[^/]+/.exec(run)?.[0] ?? 'urn:trustgraph:agent:';
  return frames.map(({ message_type, content, explain_id, message_id, end_of_message, end_of_dialog }) => {
    const parts = [message_type, message_type === 'explain' ? explain_id : content, message_id === '' ? '' : `|${message_id}`];
    const text = parts.filter((part) => part !== '' && part !== null).join(' ');
    return text.replaceAll(base, 'U') + (end_of_dialog ? '!' : end_of_message ? '.' : '');
  });
}

/** A run's frames without those of provenance. */
export function spoken(frames: readonly AgentResponse[]): string[] {
  return short(frames.filter(({ message_type }) => message_type !== 'explain')).map((text) =>
    text.replace(/ \|\S*?([.!]?)$/, '$1'),
  );
}

/** As Pulsar's WebSocket API, which takes messages of so many bytes. */
function boundedTopics(topics: MemoryTopics, mostBytes: number): MemoryTopics {
  return {
    ...topics,
    async produce(topic) {
      const producer = await topics.produce(topic);
      return {
        ...producer,
        async send(message) {
          const bytes = Buffer.byteLength(message.payload);
          if (bytes > mostBytes) throw tooLong(`payload: must be at most ${mostBytes} bytes, got ${bytes}`);
          await producer.send(message);
        },
        [Symbol.asyncDispose]: () => producer[Symbol.asyncDispose](),
      };
    },
    [Symbol.asyncDispose]: () => topics[Symbol.asyncDispose](),
  };
}
