import { createMemoryTopics, type MemoryTopics } from '@agent-mem/messaging';
import { type StubTrustGraphConfig, stubTrustGraphConfig, type TrustGraphConfig, turnedClock } from '@agent-mem/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  agentRequestMessage,
  agentResponseMessage,
  type FlowServer,
  promptResponseMessage,
  type ServeFlowsOptions,
  serveFlows,
  topicOfQueue,
} from '../src/index.ts';
import { messagesOf, recorded } from './recorded.ts';

const requests = 'non-persistent://tg/request/agent:default:default';
const responses = 'non-persistent://tg/response/agent:default:default';

/** The entry that TrustGraph's flow service wrote when the flow was switched to agent-mem. */
const recordedEntry = messagesOf(recorded('flow-switch'), 'response/config')
  .map(({ payload }) => JSON.parse(payload) as { values: { type: string; key: string; value: string }[] })
  .flatMap(({ values }) => values)
  .find(({ type }) => type === 'processor:agent-mem')?.value;

let topics: MemoryTopics;
let store: TrustGraphConfig;
let config: StubTrustGraphConfig;
let server: FlowServer | null = null;

beforeEach(async () => {
  topics = createMemoryTopics();
  store = {
    __workspaces__: { workspace: { default: '{"enabled": true}' } },
    default: { 'processor:agent-mem': { default: recordedEntry ?? '' }, tool: { kb: '{"type":"knowledge-query"}' } },
  };
  config = await stubTrustGraphConfig(topics, store);
});
afterEach(async () => {
  await server?.[Symbol.asyncDispose]();
  server = null;
});

/** An agent that asks the flow's prompt service once and answers what it says. */
async function serve(options: Partial<ServeFlowsOptions> = {}) {
  server = serveFlows({
    topics,
    clock: turnedClock(),
    processorId: 'agent-mem',
    types: ['tool', 'agent', 'agent-mem'],
    signal: AbortSignal.abort(),
    async handle({ request, reply }, { clients, entry, settings }) {
      const tools = Object.keys(settings('tool'));
      const answer = await clients.prompt?.ask('agent-react', { question: request.question, tools });
      await reply.finish({ text: `${answer?.text} (top ${entry.parameters['fact-retrieval-top-k']})`, id: 'urn:final' });
    },
    ...options,
  });
  await server.ready;
  return server;
}
/** The prompt service of the flow: says what it was asked. */
async function promptService() {
  const { topics: queues } = JSON.parse(recordedEntry ?? '{}') as { topics: Record<string, string> };
  const answers = await topics.produce(topicOfQueue(queues['prompt-response'] ?? ''));
  await topics.consume(topicOfQueue(queues['prompt-request'] ?? ''), { subscription: 'prompt', type: 'shared' }, (message) => {
    const { terms } = JSON.parse(message.payload) as { terms: Record<string, string> };
    const text = `asked ${terms.question} with ${terms.tools}`;
    void answers.send({ payload: promptResponseMessage.encode({ text, end_of_stream: true }), properties: message.properties });
  });
}
async function ask(question: string, id: string) {
  await using producer = await topics.produce(requests);
  await producer.send({ payload: agentRequestMessage.encode({ question }), properties: { id } });
}
const answers = () =>
  topics.sent
    .filter(({ topic }) => topic === responses)
    .map(({ payload, properties }) => {
      const { content, end_of_dialog } = agentResponseMessage.decode(payload);
      return { id: properties.id, content, end_of_dialog };
    });

it('serves the flow whose configuration names it, with the flow’s own services', async () => {
  await promptService();
  await serve();
  expect(topics.subscriptions(requests)).toEqual(['agent-mem--default--default--request']);
  await ask('Who?', 'q1');
  await vi.waitFor(() => expect(answers()).toHaveLength(1));
  expect(answers()).toEqual([{ id: 'q1', content: 'asked "Who?" with ["kb"] (top 5)', end_of_dialog: true }]);
});

it('runs under any id: as agent-manager it takes that one’s place', async () => {
  store.default = { 'processor:agent-manager': { default: recordedEntry ?? '' } };
  await serve({ processorId: 'agent-manager' });
  expect(topics.subscriptions(requests)).toEqual(['agent-manager--default--default--request']);
});

it('needs no topics but two', async () => {
  const queues = { request: 'request:tg:agent:default:default', response: 'response:tg:agent:default:default' };
  store.default = { 'processor:agent-mem': { default: JSON.stringify({ topics: queues }) } };
  await serve({
    handle: async ({ reply }, { clients }) => reply.finish({ text: String(clients.prompt), id: '' }),
  });
  await ask('Who?', 'q1');
  await vi.waitFor(() => expect(answers()).toMatchObject([{ content: 'null' }]));
});

it('takes new parameters and tools without a restart', async () => {
  await promptService();
  await serve();
  const entry = JSON.parse(recordedEntry ?? '{}') as { parameters: Record<string, string> };
  const changed = JSON.stringify({ ...entry, parameters: { ...entry.parameters, 'fact-retrieval-top-k': '9' } });
  store.default = { 'processor:agent-mem': { default: changed }, tool: { kb: '{}', joke: '{}' } };
  await config.poke({ 'processor:agent-mem': ['default'], tool: ['default'] });
  await vi.waitFor(() => expect(server?.flows[0]?.parameters['fact-retrieval-top-k']).toBe('9'));
  await ask('Who?', 'q1');
  await vi.waitFor(() => expect(answers()).toMatchObject([{ content: 'asked "Who?" with ["kb","joke"] (top 9)' }]));
});

it('leaves a flow that stops, and ends the question in work; takes it up again when it starts', async () => {
  await serve();
  await ask('Who?', 'q1');
  await vi.waitFor(() => expect(topics.sent.some(({ topic }) => topic.includes('request/prompt'))).toBe(true));
  const entries = store.default;
  store.default = {};
  await config.poke({ 'processor:agent-mem': ['default'] });
  await vi.waitFor(() => expect(topics.subscriptions(requests)).toEqual([]));
  expect(answers()).toEqual([
    { id: 'q1', content: 'The flow default/default has stopped; ask again when it runs', end_of_dialog: true },
  ]);
  store.default = entries ?? {};
  await config.poke({ 'processor:agent-mem': ['default'] });
  await vi.waitFor(() => expect(topics.subscriptions(requests)).toEqual(['agent-mem--default--default--request']));
});

it('leaves nothing behind', async () => {
  const { [Symbol.asyncDispose]: _ } = await serve();
  await server?.[Symbol.asyncDispose]();
  const left = [...new Set(topics.sent.map(({ topic }) => topic)), requests, responses].flatMap((topic) =>
    topics.subscriptions(topic),
  );
  expect(left).toEqual(['config-svc']);
});
