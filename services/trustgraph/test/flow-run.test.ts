import { type AgentRequest, agentRequestMessage, agentStepMessage } from '@agent-mem/trustgraph';
import { describe, expect, test } from 'vitest';
import { act, final, refuses, says, short, spoken, startFlowWorld } from './flow-world.ts';

const paris = { 'graph-rag': says('Paris') };
const toolRound = [
  'explain U',
  'thought look it up |U/i1/thought.',
  'explain U/i1',
  'observation Paris |U/i1/observation.',
  'explain U/i1/observation',
  'thought done |U/i2/thought.',
  'explain U/final',
  'answer Paris |U/final!',
];

describe('one step a message', () => {
  test('row 1: a message that ends in an action asks the model once, and hands the question on', async () => {
    await using world = await startFlowWorld({ model: [act, 'silence'], services: paris });
    await world.send({ question: 'What?' });
    await expect.poll(() => world.nexts()).toHaveLength(1);
    await expect.poll(() => world.asked).toHaveLength(2);
    expect(world.asked.map(({ terms }) => (terms.history as unknown[]).length)).toEqual([0, 1]);
    expect(world.frames().some(({ message_type }) => message_type === 'answer')).toBe(false);
  });

  test('row 2: the id of the question is on every answer and on the next step', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: paris });
    await world.ask({ question: 'What?' }, 'r7');
    expect(new Set(world.outgoingIds())).toEqual(new Set(['r7']));
  });

  test('row 3: the session is explained first, before the model is asked', async () => {
    await using world = await startFlowWorld({ model: [final] });
    const frames = await world.ask({ question: 'What?' });
    expect(short(frames)[0]).toBe('explain U');
    expect(world.order.findIndex((what) => what.startsWith('response explain'))).toBeLessThan(world.order.indexOf('prompt'));
  });

  test('row 4: a session without an id gets one, which goes with it', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: paris });
    const frames = await world.ask({ question: 'What?' });
    const sessionId = world.nexts()[0]?.session_id ?? '';
    expect(sessionId).toMatch(/^[0-9a-f-]{36}$/);
    const uris = frames.map(({ explain_id, message_id }) => explain_id ?? message_id);
    expect(uris.every((uri) => uri.startsWith(`urn:trustgraph:agent:${sessionId}`))).toBe(true);
  });

  test('row 5: a session keeps the id it has', async () => {
    await using world = await startFlowWorld({ model: [final] });
    expect((await world.ask({ question: 'What?', session_id: 'S' }))[0]?.explain_id).toBe('urn:trustgraph:agent:S');
  });
});

describe('frames', () => {
  test('rows 6, 20: a round with a tool, in whole messages, each under its name', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: paris });
    expect(short(await world.ask({ question: 'What?' }))).toEqual(toolRound);
  });

  test('row 7: the same, streamed: the last piece of the thought says so, the answer ends by an empty message', async () => {
    const thought = 'The user wants to know of the knowledge base.';
    const model = [act.replace('look it up', thought), 'Thought: done\nFinal Answer: The capital is Paris.'];
    await using world = await startFlowWorld({ model, services: paris });
    const frames = await world.ask({ question: 'What?', streaming: true });
    const thoughts = frames.filter(({ message_id }) => message_id.endsWith('/i1/thought'));
    expect(thoughts.length).toBeGreaterThan(2);
    expect(thoughts.map(({ content }) => content).join('')).toBe(thought);
    expect(thoughts.map(({ end_of_message }) => end_of_message)).toEqual(
      thoughts.map((_, index) => index === thoughts.length - 1),
    );
    const answers = frames.filter(({ message_type }) => message_type === 'answer');
    expect(
      answers
        .slice(0, -1)
        .map(({ content }) => content)
        .join(''),
    ).toBe('The capital is Paris.');
    expect(answers.map(({ end_of_message, end_of_dialog }) => [end_of_message, end_of_dialog])).toEqual(
      answers.map((_, index) => Array(2).fill(index === answers.length - 1)),
    );
    const kinds = short(frames).map((text) => text.replace(/^(thought|answer) .*\|/, '$1 |').replace(/[.!]$/, ''));
    expect(kinds.filter((kind, index) => kind !== kinds[index - 1])).toEqual([
      'explain U',
      'thought |U/i1/thought',
      'explain U/i1',
      'observation Paris |U/i1/observation',
      'explain U/i1/observation',
      'thought |U/i2/thought',
      'answer |U/final',
      'explain U/final',
      'answer |U/final',
    ]);
    expect(world.asked.map(({ streaming }) => streaming)).toEqual([true, true]);
  });

  test('row 8: an answer at once hands nothing on', async () => {
    await using world = await startFlowWorld({ model: [final] });
    expect(short(await world.ask({ question: 'What?' }))).toEqual([
      'explain U',
      'thought done |U/i1/thought.',
      'explain U/final',
      'answer Paris |U/final!',
    ]);
    expect(world.nexts()).toEqual([]);
  });

  test('row 9: streamed, the last message is empty and its flags are set', async () => {
    await using world = await startFlowWorld({ model: [final] });
    const last = (await world.ask({ question: 'What?', streaming: true })).at(-1);
    expect(last).toMatchObject({ message_type: 'answer', content: '', end_of_message: true, end_of_dialog: true });
  });

  test('row 10: in whole messages the answer is one, with all of it', async () => {
    await using world = await startFlowWorld({ model: [final] });
    const answers = (await world.ask({ question: 'What?' })).filter(({ message_type }) => message_type === 'answer');
    expect(answers).toMatchObject([{ content: 'Paris', end_of_message: true, end_of_dialog: true, error: null }]);
  });

  test('an empty thought is a message of its own in whole messages, and none in a stream', async () => {
    const answer = 'Final Answer: yes';
    await using world = await startFlowWorld({ model: [answer, answer] });
    expect(spoken(await world.ask({ question: 'What?' }))).toEqual(['thought.', 'answer yes!']);
    expect(spoken(await world.ask({ question: 'What?', streaming: true }, 'r2'))).toEqual(['answer yes', 'answer!']);
  });

  test('row 42: thought, its document, its triples and their frame come before the tool is called', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: paris });
    await world.ask({ question: 'What?', session_id: 'S' });
    const run = 'urn:trustgraph:agent:S';
    expect(world.order.slice(world.order.indexOf('prompt') + 1, world.order.indexOf('graph-rag') + 1)).toEqual([
      'response thought',
      'librarian',
      `triples ${run}/i1`,
      `response explain ${run}/i1`,
      'graph-rag',
    ]);
  });
});

test('another agent may take steps in between: it finds the trace where it knows it, and hands the question back', async () => {
  const theirs = 'non-persistent://tg/request/stock:w:f';
  await using world = await startFlowWorld({ model: [act, final], services: paris, next: 'request:tg:stock:w:f' });
  const seen: AgentRequest[] = [];
  await world.topics.consume(theirs, { subscription: 'stock', type: 'shared' }, ({ payload, properties }) => {
    // As Python reads and writes it: what it does not know is gone.
    const { agent_mem: _, ...request } = agentRequestMessage.decode(payload) as AgentRequest & { readonly agent_mem?: unknown };
    seen.push(request);
    const own = agentStepMessage.make({ thought: 'theirs', action: 'kb', arguments: { question: 'q' }, observation: 'seen' });
    void world.send({ ...request, history: [...request.history, own] }, properties.id);
  });
  const frames = await world.ask({ question: 'What?', session_id: 'S', conversation_id: 'c' }, 'q7');
  expect(seen).toMatchObject([{ session_id: 'S', conversation_id: 'c', history: [{ action: 'kb', observation: 'Paris' }] }]);
  expect(short(frames)).toEqual([
    ...toolRound.slice(0, 5),
    'thought done |U/i3/thought.',
    'explain U/final',
    'answer Paris |U/final!',
  ]);
  expect(world.asked[1]?.terms.history).toMatchObject([{ observation: 'Paris' }, { thought: 'theirs', observation: 'seen' }]);
});

describe('several runs at once', () => {
  test('row 53: do not mix', async () => {
    const model = ({ question, history }: Record<string, unknown>) =>
      (history as unknown[]).length === 0 ? act.replace('capital?', String(question)) : `Final Answer: of ${String(question)}`;
    const services = { 'graph-rag': ({ query }: Record<string, unknown>) => says(`about ${String(query)}`)() };
    await using world = await startFlowWorld({ model, services });
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const all = await Promise.all(ids.map((id) => world.ask({ question: `Q${id}`, session_id: id }, id)));
    for (const [index, id] of ids.entries()) {
      const frames = all[index] ?? [];
      expect(spoken(frames)).toEqual(['thought look it up.', `observation about Q${id}.`, 'thought.', `answer of Q${id}!`]);
      const uris = frames.map(({ explain_id, message_id }) => explain_id ?? message_id);
      expect(uris.every((uri) => uri.startsWith(`urn:trustgraph:agent:${id}`))).toBe(true);
      expect(world.nexts(id)).toMatchObject([{ history: [{ arguments: { question: `Q${id}` }, observation: `about Q${id}` }] }]);
    }
  });

  test('row 54: a step that is delivered twice has the same names, and what is learned of it is one event', async () => {
    await using world = await startFlowWorld({ model: [act, final, final], services: paris, memory: 'full' });
    await world.ask({ question: 'What?', session_id: 'S' });
    const next = world.nexts()[0] ?? expect.unreachable();
    await world.send({ ...next });
    await expect.poll(() => world.frames().filter(({ end_of_dialog }) => end_of_dialog)).toHaveLength(2);
    const finals = world.frames().filter(({ message_type }) => message_type === 'answer');
    expect(new Set(finals.map(({ message_id }) => message_id)).size).toBe(1);
    await expect.poll(() => world.events).not.toHaveLength(0);
    expect(new Set(world.events.map(({ id }) => id)).size).toBe(1);
  });
});

test('row 55: how runs end, how long they are and what tools do is counted', async () => {
  await using world = await startFlowWorld({
    model: [act, act, final, act, final, { error: 'no model', type: 'no-configuration' }],
    services: { 'graph-rag': refuses('boom') },
    parameters: { 'max-iterations': '1' },
  });
  await world.ask({ question: 'q', history: [] }, 'r1');
  expect(world.counted).toEqual(['model agent-mem', 'tool agent-mem kb false', 'ended agent-mem max-iterations 2']);
  await world.ask({ question: 'q' }, 'r2');
  expect(world.counted.slice(3)).toEqual(['model agent-mem', 'ended agent-mem completed 1']);
  await world.ask({ question: 'q' }, 'r3');
  expect(world.counted.slice(5)).toEqual([
    'model agent-mem',
    'tool agent-mem kb false',
    'model agent-mem',
    'ended agent-mem max-iterations 2',
  ]);
});

test('an answer of which not all is read counts as no end at the limit', async () => {
  await using world = await startFlowWorld({ model: [`Thought: done\nFinal Answer: ${'x'.repeat(64_000)}`] });
  await world.ask({ question: 'q' });
  expect(world.counted.at(-1)).toBe('ended agent-mem completed 1');
});

test('row 57: nothing is said after the end', async () => {
  await using world = await startFlowWorld({ model: [act, final], services: paris, memory: 'full' });
  const frames = await world.ask({ question: 'What?' });
  await expect.poll(() => world.events).toHaveLength(1);
  expect(world.frames()).toHaveLength(frames.length);
  expect(frames.filter(({ end_of_dialog }) => end_of_dialog)).toEqual([frames.at(-1)]);
});
