import { readFile } from 'node:fs/promises';
import { createMemoryTopics, type MemoryTopics } from '@agent-mem/messaging';
import { startFleet, stubTrustGraphConfig } from '@agent-mem/testing';
import {
  agentRequestMessage,
  agentResponseMessage,
  textCompletionRequestMessage,
  textCompletionResponseMessage,
  topicOfQueue,
} from '@agent-mem/trustgraph';
import { describe, expect, it, vi } from 'vitest';
import { flowTemplates } from '../../services/trustgraph/src/model/templates.ts';
import { verifies } from '../verifies.ts';
import { differences } from './differences.ts';

const root = new URL('../../', import.meta.url);
const page = await readFile(new URL('docs/guides/trustgraph.md', root), 'utf8');

describe('docs/reference/trustgraph.md', async () => {
  const reference = await readFile(new URL('docs/reference/trustgraph.md', root), 'utf8');

  it.each(Object.values(differences).map(({ why }) => why))('says the difference from TrustGraph’s own agent: %s', (why) => {
    expect(reference).toContain(`| ${why} |`);
  });
});

describe('docs/guides/trustgraph.md', () => {
  it('names the template that the agent asks for', () => {
    expect(page).toContain(`\`${flowTemplates.react}\``);
  });
});

describe('the conversation in docs/guides/trustgraph.md', () => {
  it.each([
    ['workspace', 3],
    ['conversation', 4],
  ])('is answered as it stands there, with memory-scope %s', verifies('trustgraph.conversation'), async (scope, column) => {
    const lines = marked('conversation').split('\n').slice(2, -1);
    expect(lines.length).toBeGreaterThan(5);
    await using flow = await startFlow({ 'memory-scope': scope });
    for (const line of lines) {
      const cells = line.slice(2, -2).split(' | ');
      const [conversation_id, collection, question = ''] = cells;
      const frame = await flow.ask({ question, conversation_id, collection });
      expect([question, frame]).toMatchObject([question, { content: cells[column], end_of_dialog: true }]);
    }
  });
});

/** What stands between the marks of this name. */
function marked(mark: string): string {
  return new RegExp(`<!-- ${mark} -->\n([\\s\\S]*?)<!-- /${mark} -->`).exec(page)?.[1] ?? '';
}

/** A flow with the whole fleet in it, whose model reads no more than the prompt it is sent. */
async function startFlow(parameters: Readonly<Record<string, string>>) {
  await using stack = new AsyncDisposableStack();
  const topics = stack.use(createMemoryTopics());
  const [request, response] = ['request:tg:agent:default:default', 'response:tg:agent:default:default'];
  const model = ['request:tg:text-completion:default:default', 'response:tg:text-completion:default:default'] as const;
  const queues = { request, next: request, response, 'text-completion-request': model[0], 'text-completion-response': model[1] };
  await serveModel(topics, ...model);
  const config = {
    __workspaces__: { workspace: { default: '{}' } },
    default: { 'processor:agent-mem': { default: JSON.stringify({ topics: queues, parameters }) } },
  };
  stack.use(await stubTrustGraphConfig(topics, config));
  const fleet = stack.use(
    await startFleet({
      // Recall is not left out for being late on a machine that has other things to do.
      environment: { MEMORY_DEADLINE_MS: '20000' },
      trustgraphTopics: topics,
    }),
  );
  await vi.waitFor(() => expect(topics.subscriptions(topicOfQueue(request))).toHaveLength(1), { timeout: 20_000 });
  const producer = stack.use(await topics.produce(topicOfQueue(request)));
  const running = stack.move();
  let asked = 0;
  return {
    /** The frame by which a run ends, on the bus. When it is there, what was said is learned. */
    async ask(question: object) {
      asked += 1;
      const id = `question ${asked}`;
      await producer.send({ payload: agentRequestMessage.encode(agentRequestMessage.make(question)), properties: { id } });
      const last = () => {
        const frames = topics.sent.filter(({ topic, properties }) => topic === topicOfQueue(response) && properties.id === id);
        return frames.map(({ payload }) => agentResponseMessage.decode(payload)).find(({ end_of_dialog }) => end_of_dialog);
      };
      const frame = await vi.waitFor(() => last() ?? Promise.reject(new Error('The run goes on')), { timeout: 20_000 });
      await fleet.settled();
      return frame;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function serveModel(topics: MemoryTopics, request: string, response: string): Promise<void> {
  const answers = await topics.produce(topicOfQueue(response));
  await topics.consume(topicOfQueue(request), { subscription: 'text-completion', type: 'shared' }, ({ payload, properties }) => {
    const { system, prompt } = textCompletionRequestMessage.decode(payload);
    const said = `Thought: I have read it\nFinal Answer: ${readAloud(`${system}\n${prompt}`)}`;
    void answers.send({ payload: textCompletionResponseMessage.encode({ response: said, end_of_stream: true }), properties });
  });
}

/** A model that knows nothing but what stands in its prompt. */
function readAloud(prompt: string): string {
  const question = /# Question\n(.*)/.exec(prompt)?.[1] ?? '';
  const remembered = (pattern: RegExp) => pattern.exec(prompt)?.[1] ?? null;
  const find = (pattern: RegExp, say: (found: string) => string) => {
    const found = remembered(pattern);
    return found === null ? 'I do not know.' : say(found);
  };
  if (question.includes('tell you first')) return find(/\nuser: (.*)/, (first) => `First you told me: ${first}`);
  if (question === 'Who is my wife?') return find(/The user's wife is named (\w+)/, (name) => `Your wife is ${name}.`);
  if (question === 'Where do we live?') return find(/The user lives in (\w+)/, (city) => `You live in ${city}.`);
  return 'Good to know.';
}
