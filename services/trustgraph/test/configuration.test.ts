import { describe, expect, test } from 'vitest';
import { act, final, kb, says, spoken, startFlowWorld } from './flow-world.ts';

const offered = (world: { readonly asked: readonly { readonly terms: Record<string, unknown> }[] }) =>
  world.asked.map(({ terms }) => terms.tool_names);
const text = JSON.stringify;

describe('tools of the configuration', () => {
  const malformed = [
    ['of an unknown type', { type: 'nothing', name: 'bad' }],
    ['with a group that is no list', { ...kb, name: 'bad', group: 'g' }],
    ['with a group that is no text', { ...kb, name: 'bad', group: ['g', 123] }],
    ['with a state that is no text', { ...kb, name: 'bad', state: 123 }],
    ['with states that are no list', { ...kb, name: 'bad', 'applicable-states': 's' }],
    ['with a state in a list that is no text', { ...kb, name: 'bad', 'applicable-states': ['s', 123] }],
    ['without a name', { type: 'knowledge-query' }],
    ['of a tool service that is not there', { type: 'tool-service', name: 'bad', service: 'x' }],
  ] as const;

  test.each(malformed)('row 50: one %s keeps the others as they are', async (_name, bad) => {
    await using world = await startFlowWorld({ model: () => final });
    await world.ask({ question: 'What?' });
    world.store.w = { ...world.store.w, tool: { kb: text(kb), bad: text(bad) } };
    await world.poke('tool');
    await world.ask({ question: 'What?' }, 'r2');
    expect(offered(world)).toEqual(['kb', 'kb']);
    expect(world.logged.filter((line) => line.includes('malformed'))).toHaveLength(1);
  });

  test('row 50: a tool that becomes malformed stays as it was', async () => {
    await using world = await startFlowWorld({ model: () => final });
    await world.ask({ question: 'What?' });
    world.store.w = { ...world.store.w, tool: { kb: '{broken' } };
    await world.poke('tool');
    for (const id of ['r2', 'r3']) await world.ask({ question: 'What?' }, id);
    expect(offered(world)).toEqual(['kb', 'kb', 'kb']);
    expect(world.logged.filter((line) => line.includes('malformed'))).toHaveLength(1);
  });

  test('row 50: tools of one workspace are not those of another', async () => {
    await using world = await startFlowWorld({ model: () => final });
    world.store.other = { tool: { theirs: text({ ...kb, name: 'theirs' }) } };
    await world.poke('tool');
    await world.ask({ question: 'What?' });
    expect(offered(world)).toEqual(['kb']);
  });

  test('row 51: a tool that is taken away between two steps is not offered in the second', async () => {
    const services = { 'graph-rag': says('Paris') };
    const other = { ...kb, name: 'other' };
    await using world = await startFlowWorld({ model: [act, final, final], services, tools: { kb, other } });
    await world.ask({ question: 'What?' });
    world.store.w = { ...world.store.w, tool: { other: text(other) } };
    await world.poke('tool');
    const next = world.nexts()[0] ?? expect.unreachable();
    expect(spoken(await world.ask(next, 'r2'))).toEqual(['thought done.', 'answer Paris!']);
    expect(offered(world)).toEqual(['kb,other', 'kb,other', 'other']);
  });

  test('a change of tool services alone leaves the tools as they are', async () => {
    const service = (style: string) => ({
      joke: text({ 'request-queue': `request:tg:${style}`, 'response-queue': `response:tg:${style}` }),
    });
    const joke = { type: 'tool-service', name: 'joke', description: 'd', service: 'joke' };
    const answer = (said: string) => () => [{ error: null, response: said, end_of_stream: true }];
    await using world = await startFlowWorld({
      model: ({ tool_names }) => (tool_names === '' ? final : 'Action: joke'),
      tools: { kb, joke },
      config: { 'tool-service': service('old') },
      services: { old: answer('old'), new: answer('new') },
      parameters: { 'max-iterations': '1' },
    });
    expect(spoken(await world.ask({ question: 'What?' }))).toContain('observation old.');
    world.store.w = { ...world.store.w, 'tool-service': service('new') };
    await world.poke('tool-service');
    expect(spoken(await world.ask({ question: 'What?' }, 'r2'))).toContain('observation new.');
    expect(offered(world)).toEqual(['kb,joke', '', 'kb,joke', '']);
  });

  test('of two tools with one name the later counts', async () => {
    const services = { 'graph-rag': says('Paris') };
    const tools = { one: { ...kb, collection: 'c1' }, two: { ...kb, collection: 'c2' } };
    await using world = await startFlowWorld({ model: [act, final], services, tools });
    await world.ask({ question: 'What?' });
    expect(offered(world)[0]).toBe('kb');
    expect(world.requests['graph-rag']).toMatchObject([{ collection: 'c2' }]);
  });
});

describe('flows of the configuration', () => {
  test('row 52: a flow that appears is served, one that goes is not', async () => {
    await using world = await startFlowWorld({ model: () => final });
    const requests = 'non-persistent://tg/request/agent:w:second';
    const topics = { request: 'request:tg:agent:w:second', response: 'response:tg:agent:w:second' };
    const both = world.store.w?.['processor:agent-mem'] ?? {};
    world.store.w = { ...world.store.w, 'processor:agent-mem': { ...both, second: text({ topics, parameters: {} }) } };
    await world.poke('processor:agent-mem');
    await expect.poll(() => world.topics.subscriptions(requests)).toEqual(['agent-mem--w--second--request']);
    world.store.w = { ...world.store.w, 'processor:agent-mem': both };
    await world.poke('processor:agent-mem');
    await expect.poll(() => world.topics.subscriptions(requests)).toEqual([]);
    expect(spoken(await world.ask({ question: 'What?' }))).toEqual(['thought done.', 'answer Paris!']);
  });

  test('any processor id is served under its name', async () => {
    await using world = await startFlowWorld({ model: [final], processorId: 'agent-manager' });
    expect(world.topics.subscriptions('non-persistent://tg/request/agent:w:f')).toEqual(['agent-manager--w--f--request']);
    await world.ask({ question: 'What?' });
    expect(world.counted).toContain('ended agent-manager completed 1');
  });
});

describe('settings', () => {
  test.each([
    ['the flow', { 'additional-context': 'flow' }, { 'agent-mem': 'am', agent: 'a' }, 'flow'],
    ['config type agent-mem', {}, { 'agent-mem': 'am', agent: 'a' }, 'am'],
    ['config type agent', {}, { agent: 'a' }, 'a'],
    ['the environment', {}, {}, 'env'],
    ['a JSON text', { 'additional-context': '"quoted"' }, {}, 'quoted'],
  ])('are those of %s', async (_name, parameters, types, context) => {
    const config = Object.fromEntries(Object.entries(types).map(([type, value]) => [type, { 'additional-context': value }]));
    const environment = { ADDITIONAL_CONTEXT: 'env' };
    await using world = await startFlowWorld({ model: [final], parameters, config, environment });
    await world.ask({ question: 'What?' });
    expect(world.asked[0]?.terms.context).toBe(context);
  });

  test('a malformed one is passed over, and the log says so once', async () => {
    const parameters = { 'max-iterations': 'many' };
    const config = { 'agent-mem': { 'max-iterations': '1' } };
    await using world = await startFlowWorld({ model: () => act, services: { 'graph-rag': says('x') }, parameters, config });
    for (const id of ['r1', 'r2'])
      expect(spoken(await world.ask({ question: 'What?' }, id)).filter((said) => said.startsWith('observation'))).toHaveLength(1);
    expect(world.logged.filter((line) => line.includes('setting'))).toHaveLength(1);
  });

  test('change while the flow runs', async () => {
    await using world = await startFlowWorld({ model: () => final });
    await world.ask({ question: 'What?' });
    world.store.w = { ...world.store.w, agent: { 'additional-context': 'later' } };
    await world.poke('agent');
    await world.ask({ question: 'What?' }, 'r2');
    expect(world.asked.map(({ terms }) => terms.context)).toEqual([null, 'later']);
  });

  test('no flow may name a file of this machine', async () => {
    const parameters = { 'prompts-file': '/etc/passwd' };
    await using world = await startFlowWorld({ model: [final], parameters });
    expect(spoken(await world.ask({ question: 'What?' }))).toEqual(['thought done.', 'answer Paris!']);
  });
});
