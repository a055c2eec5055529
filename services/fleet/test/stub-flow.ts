import { systemClock } from '@agent-mem/contract';
import type { TopicMessage } from '@agent-mem/messaging';
import { createPulsarAdmin } from '@agent-mem/pulsar';
import { openPulsarWebSocketTopics } from '@agent-mem/pulsar/websocket';
import { stubTrustGraphConfig } from '@agent-mem/testing';
import {
  type AgentResponse,
  agentRequestMessage,
  agentResponseMessage,
  promptRequestMessage,
  promptResponseMessage,
} from '@agent-mem/trustgraph';
import { expect, vi } from 'vitest';
import { createNamespaces, type Pulsar } from '../../../test/live/pulsar/broker.ts';

const agent = {
  request: 'request:tg:agent:default:default',
  next: 'request:tg:agent:default:default',
  response: 'response:tg:agent:default:default',
};
const prompt = { 'prompt-request': 'request:tg:prompt:default:default', 'prompt-response': 'response:tg:prompt:default:default' };
const tool = JSON.stringify({ type: 'text-completion', name: 'ask', description: 'asks' });
const topicOf = (name: string) => `non-persistent://tg/${name}:default:default`;
const waiting = { timeout: 90_000, interval: 50 };

/** What the model writes after so many steps; `null`: it is silent. */
export type ModelAnswer = (steps: number) => string | null;

/** One flow on a real broker, with stubs of TrustGraph's config and prompt services around the agent that a test starts. */
export interface StubFlow extends AsyncDisposable {
  /** How often the model was asked for a step. */
  readonly prompted: readonly TopicMessage[];
  answer: ModelAnswer;
  /** Asks, and collects the frames that come. */
  ask(question: string): Promise<Asking>;
  /** Resolves when so many consumers of this processor, and nobody else, take the flow's questions. */
  served(processorId: string, members?: number): Promise<void>;
}

/** A question and what has come of it so far. */
export interface Asking extends AsyncDisposable {
  readonly frames: readonly AgentResponse[];
  /** The frames, once the last one has come. */
  ended(): Promise<readonly AgentResponse[]>;
}

export interface StubFlowOptions {
  /** Whose entry the flow has. Default `agent-mem`. */
  readonly processorId?: string;
  /** Whether the flow names a prompt service. Default: no. With it the agent has a tool `ask` and, to ask as TrustGraph's own, no memory. */
  readonly hasPrompts?: boolean;
}

export async function stubFlow(
  pulsar: Pulsar,
  { processorId = 'agent-mem', hasPrompts = false }: StubFlowOptions = {},
): Promise<StubFlow> {
  await createNamespaces(pulsar.adminUrl, 'tg', ['flow', 'request', 'response', 'notify']);
  await using opened = new AsyncDisposableStack();
  const topics = opened.use(openPulsarWebSocketTopics({ url: pulsar.webSocketUrl, clock: systemClock }));
  const entry = { topics: { ...agent, ...(hasPrompts && prompt) }, parameters: hasPrompts ? { 'memory-mode': 'off' } : {} };
  const config = { [`processor:${processorId}`]: { default: JSON.stringify(entry) }, ...(hasPrompts && { tool: { ask: tool } }) };
  opened.use(await stubTrustGraphConfig(topics, { default: config }));
  const prompted: TopicMessage[] = [];
  const answers = await topics.produce(topicOf('response/prompt'));
  await topics.consume(topicOf('request/prompt'), { subscription: 'prompt', type: 'shared' }, (message) => {
    const { id, terms } = promptRequestMessage.decode(message.payload);
    const history = JSON.parse(terms.history ?? '[]') as unknown[];
    if (id === 'agent-react') prompted.push(message);
    const text = id === 'agent-react' ? flow.answer(history.length) : 'Paris';
    const payload = promptResponseMessage.encode({ text, end_of_stream: true });
    if (text !== null) void answers.send({ payload, properties: message.properties });
  });
  const questions = await topics.produce(topicOf('request/agent'));
  const resources = opened.move();
  const flow: StubFlow = {
    prompted,
    answer: () => null,
    async ask(question) {
      const id = crypto.randomUUID();
      const frames: AgentResponse[] = [];
      const consuming = { subscription: `rr-${id}`, type: 'exclusive' } as const;
      const consumer = await topics.consume(topicOf('response/agent'), consuming, ({ payload, properties }) => {
        if (properties.id === id) frames.push(agentResponseMessage.decode(payload));
      });
      await questions.send({ payload: agentRequestMessage.encode({ question }), properties: { id } });
      return {
        frames,
        async ended() {
          await vi.waitFor(() => expect(frames.at(-1)?.end_of_dialog).toBe(true), waiting);
          return frames;
        },
        [Symbol.asyncDispose]: () => consumer[Symbol.asyncDispose](),
      };
    },
    async served(id, members = 1) {
      const { topics: admin } = createPulsarAdmin({ url: pulsar.adminUrl });
      const wanted = members === 0 ? [] : [[`${id}--default--default--request`, members]];
      await vi.waitFor(async () => {
        const stats = await admin.stats(topicOf('request/agent'));
        expect([...(stats ?? [])].map(([name, figures]) => [name, figures.members])).toEqual(wanted);
      }, waiting);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
  return flow;
}
