import { completeEvent, newId } from '@agent-mem/contract';
import { createDeadLetters, createMemoryTopics, publishEvent } from '@agent-mem/messaging';
import { startFleet, stubTrustGraphConfig } from '@agent-mem/testing';
import { agentRequestMessage, topicOfQueue } from '@agent-mem/trustgraph';
import { expect, it, vi } from 'vitest';
import { kb } from './flow-world.ts';

const services = ['agent', 'prompt', 'text-completion'];
const queues = Object.fromEntries([
  ['request', 'request:tg:agent:w:f'],
  ['next', 'request:tg:agent:w:f'],
  ['response', 'response:tg:agent:w:f'],
  ...services.slice(1).flatMap((name) => [
    [`${name}-request`, `request:tg:${name}:w:f`],
    [`${name}-response`, `response:tg:${name}:w:f`],
  ]),
]);
const config = {
  __workspaces__: { workspace: { w: '{"enabled": true}' } },
  w: { 'processor:agent-mem': { f: JSON.stringify({ topics: queues, parameters: {} }) }, tool: { kb: JSON.stringify(kb) } },
};
const scope = { workspace: 'w', user: 'default', collection: 'default' };
/** Rules cannot read a fact out of it. */
const said = 'Ever since that fall I would not get on a horse for all the tea in China';
const fact = 'The user is afraid of riding horses';

type Answer = (prompt: string, request: Readonly<Record<string, unknown>>) => object;

/** A flow, and a process of ours in it, without LLM_URL. What its model services are asked is noted. */
async function startFlow(answers: Readonly<Record<string, Answer>>) {
  await using stack = new AsyncDisposableStack();
  const topics = stack.use(createMemoryTopics());
  stack.use(await stubTrustGraphConfig(topics, config));
  const asked: Readonly<Record<string, unknown>>[] = [];
  for (const [name, answer] of Object.entries(answers)) {
    const producer = await topics.produce(topicOfQueue(`response:tg:${name}:w:f`));
    await topics.consume(topicOfQueue(`request:tg:${name}:w:f`), { subscription: name, type: 'shared' }, (message) => {
      const request = JSON.parse(message.payload) as Record<string, unknown>;
      asked.push(request);
      const reply = { error: null, end_of_stream: true, in_token: 9, out_token: 3, ...answer(message.payload, request) };
      void producer.send({ payload: JSON.stringify(reply), properties: message.properties });
    });
  }
  const fleet = stack.use(await startFleet({ trustgraphTopics: topics }));
  await vi.waitFor(() => expect(topics.subscriptions('non-persistent://tg/request/agent:w:f')).not.toEqual([]));
  const running = stack.move();
  return {
    asked,
    async ask(question: string) {
      const producer = await topics.produce('non-persistent://tg/request/agent:w:f');
      await producer.send({ payload: agentRequestMessage.encode({ question, conversation_id: 'c1' }), properties: { id: 'r1' } });
      await vi.waitFor(() => expect(topics.sent.some(({ payload }) => payload.includes('"end_of_dialog":true'))).toBe(true), {
        timeout: 10_000,
      });
      await fleet.settled();
    },
    /** Says that an invocation of the flow is over, as a process does that stands in it. */
    async publish(question: string, id = 'e1') {
      const completed = {
        invocation_id: newId('inv'),
        question,
        answer: 'Noted.',
        success: true,
        extract_facts: true,
        flow: 'w/f',
      };
      const event = {
        id,
        type: 'invocation-completed' as const,
        conversation_id: 'c1',
        timestamp: new Date().toISOString(),
        ...scope,
      };
      await publishEvent(fleet.ports.bus, completeEvent({ ...event, data: { invocation_completed: completed } }));
      await fleet.settled();
    },
    async facts() {
      const { facts } = await fleet.caller.call('facts', 'list', scope);
      return facts.map(({ content }) => content);
    },
    fleet,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const refused = { error: { type: 'not-implemented', message: 'no' } };
const step = 'Thought: I know\nFinal Answer: Noted.';
const learned = JSON.stringify({ facts: [{ text: fact, from: 'user' }] });
/** Of the passes, that which looks for facts in an invocation. */
const asksForFacts = (prompt: string) =>
  prompt.includes('what tools showed while it was answered') || prompt.includes('what is worth remembering');

it('the model of a flow learns what rules cannot, held to the schema of the pass', async () => {
  await using flow = await startFlow({
    'text-completion': (prompt, { operation, schema }) => {
      if (operation === 'list-models') return refused;
      return { response: asksForFacts(prompt) && schema ? learned : step };
    },
  });
  await flow.ask(said);
  expect(await flow.facts()).toEqual([fact]);
  const learning = flow.asked.filter((request) => asksForFacts(JSON.stringify(request)));
  expect(learning).toEqual([
    expect.objectContaining({ response_format: 'json', schema: expect.objectContaining({ type: 'object' }) }),
  ]);
  expect(JSON.stringify(learning)).toContain(said);
});

it('a model whose server refuses schemas is asked without one', async () => {
  await using flow = await startFlow({
    'text-completion': (prompt, { operation, schema }) => {
      if (operation === 'list-models') return refused;
      if (schema) return { error: { type: 'llm-error', message: 'response_format is not supported' } };
      return { response: asksForFacts(prompt) ? learned : step };
    },
  });
  await flow.ask(said);
  expect(await flow.facts()).toEqual([fact]);
});

it('where nobody serves text completion, the prompt service learns, by the template of every deployment', async () => {
  await using flow = await startFlow({
    prompt: (prompt, { id }) => {
      if (id === 'question' && asksForFacts(prompt)) return { text: learned };
      return id === 'agent-react' ? { text: step } : { error: { type: 'llm-error', message: `'${id}'` } };
    },
  });
  await flow.ask(said);
  expect(await flow.facts()).toEqual([fact]);
});

it('what is learned in a flow is compared by the model of the flow', async () => {
  const known = 'The user rides horses every day';
  let isScared = false;
  await using flow = await startFlow({
    'text-completion': (prompt, { operation }) => {
      if (operation === 'list-models') return refused;
      const decided = JSON.stringify([
        { id: 0, event: 'DELETE', by: 1 },
        { id: 1, event: 'ADD' },
      ]);
      if (prompt.includes('New facts')) return { response: decided };
      return {
        response: asksForFacts(prompt) ? JSON.stringify({ facts: [{ text: isScared ? fact : known, from: 'user' }] }) : step,
      };
    },
  });
  await flow.ask('Nothing beats a morning in the saddle');
  expect(await flow.facts()).toEqual([known]);
  isScared = true;
  await flow.publish(said);
  expect(await flow.facts()).toEqual([fact]);
});

it('what the model of the flow does not compare, rules do', async () => {
  let home = 'Porto';
  await using flow = await startFlow({
    'text-completion': (prompt, { operation }) => {
      if (operation === 'list-models') return refused;
      if (prompt.includes('New facts')) return { error: { type: 'too-many-requests', message: 'later' } };
      return {
        response: asksForFacts(prompt) ? JSON.stringify({ facts: [{ text: `The user lives in ${home}`, from: 'user' }] }) : step,
      };
    },
  });
  await flow.publish('Porto is where my home is');
  expect(await flow.facts()).toEqual(['The user lives in Porto']);
  home = 'Lisbon';
  await flow.publish('Lisbon is where my home is', 'e2');
  expect(await flow.facts()).toEqual(['The user lives in Lisbon']);
  expect(JSON.stringify(flow.asked)).toContain('New facts');
});

it('where nobody serves a model, rules learn, and the event is not given up', async () => {
  await using flow = await startFlow({});
  await flow.publish('My wife is Anne');
  expect(await flow.facts()).toEqual([expect.stringContaining('Anne')]);
  // An event that fails is delivered again after a pause, and given up after some.
  expect(await createDeadLetters(flow.fleet.ports.bus).list()).toEqual([]);
});
