import { describe, expect, test } from 'vitest';
import { type Answers, act, final, kb, refuses, says, spoken, startFlowWorld } from './flow-world.ts';

/** What a tool shows when it is called with these arguments, and the world it was called in. */
async function described(
  tool: object,
  args: object,
  services: Record<string, (request: Record<string, unknown>) => Answers>,
  config = {},
) {
  const name = String((tool as { name?: unknown }).name);
  const model = [`Thought: t\nAction: ${name}\nArgs: ${JSON.stringify(args)}`, final];
  await using world = await startFlowWorld({ model, services, tools: { tool }, config });
  const frames = await world.ask({ question: 'What?', collection: 'asked' });
  return { text: frames.find(({ message_type }) => message_type === 'observation')?.content, world };
}
const offered = (world: { readonly asked: readonly { readonly terms: Record<string, unknown> }[] }, index = 0) =>
  world.asked[index]?.terms.tool_names;

describe('who may use a tool', () => {
  const tools = {
    a: { ...kb, name: 'a' },
    b: { ...kb, name: 'b', group: ['read-only', 'basic'] },
    c: { ...kb, name: 'c', group: ['write', 'admin'] },
    d: { ...kb, name: 'd', group: ['read-only', 'write'] },
  };
  test.each([
    [null, 'a'],
    [[], ''],
    [['*'], 'a,b,c,d'],
    [['read-only'], 'b,d'],
    [['read-only', 'write'], 'b,c,d'],
    [['default'], 'a'],
    [['READ-ONLY'], ''],
  ])('row 25: of the groups %j: %s', async (group, names) => {
    await using world = await startFlowWorld({ model: [final], tools });
    await world.ask({ question: 'What?', group });
    expect(offered(world)).toBe(names);
  });

  const inStates = {
    u: { ...kb, name: 'u', 'applicable-states': ['undefined'] },
    x: { ...kb, name: 'x', 'applicable-states': ['x'] },
    any: { ...kb, name: 'any', 'applicable-states': ['*'] },
    none: { ...kb, name: 'none', 'applicable-states': [] },
    unsaid: { ...kb, name: 'unsaid' },
  };
  test.each([
    ['', 'u,any,unsaid'],
    ['undefined', 'u,any,unsaid'],
    ['x', 'x,any,unsaid'],
    ['y', 'any,unsaid'],
  ])('row 26: in the state "%s": %s', async (state, names) => {
    await using world = await startFlowWorld({ model: [final], tools: inStates });
    await world.ask({ question: 'What?', state });
    expect(offered(world)).toBe(names);
  });

  test('group and state both count', async () => {
    const both = { t: { ...kb, name: 't', group: ['g'], 'applicable-states': ['s'] } };
    await using world = await startFlowWorld({ model: () => final, tools: both });
    for (const [index, asked] of [{ group: ['g'] }, { state: 's' }, { group: ['g'], state: 's' }, { group: ['*'] }].entries())
      await world.ask({ question: 'What?', ...asked }, `r${index}`);
    expect(world.asked.map((_, index) => offered(world, index))).toEqual(['', '', 't', '']);
  });

  test.each([
    ['of a tool that has one', { ...kb, state: 'analysis' }, '', act, 'analysis'],
    ['stays as it is behind a tool without one', kb, 'research', act, 'research'],
    ['that was none is written as a word', kb, '', act, 'undefined'],
    ['stays none behind a text that could not be read', kb, '', 'gibberish', ''],
  ])('row 27: the next state %s', async (_name, tool, state, reply, next) => {
    await using world = await startFlowWorld({ model: [reply, final], tools: { tool }, services: { 'graph-rag': says('x') } });
    await world.ask({ question: 'What?', state });
    expect(world.nexts()).toMatchObject([{ state: next }]);
  });

  test('row 27: it is that of the tool also where its name was written in another case', async () => {
    const tools = { tool: { ...kb, state: 'analysis' } };
    await using world = await startFlowWorld({
      model: [act.replace('kb', 'KB'), final],
      tools,
      services: { 'graph-rag': says('x') },
    });
    await world.ask({ question: 'What?' });
    expect(world.nexts()).toMatchObject([{ state: 'analysis' }]);
    expect(world.counted).toContain('tool agent-mem kb true');
  });

  test('row 27: it is reached also when the tool has failed', async () => {
    const tools = { tool: { ...kb, state: 'analysis' } };
    await using world = await startFlowWorld({ model: [act, final], tools, services: { 'graph-rag': refuses('boom') } });
    await world.ask({ question: 'What?' });
    expect(world.nexts()).toMatchObject([{ state: 'analysis' }]);
  });
});

describe('tools of every type', () => {
  test.each([
    [{ ...kb, collection: 'c1' }, 'c1'],
    [kb, 'default'],
    [{ ...kb, collection: null }, 'default'],
  ])('row 29: knowledge-query asks its own collection: %j', async (tool, collection) => {
    const { text, world } = await described(tool, { question: 'q' }, { 'graph-rag': says('found') });
    expect(text).toBe('found');
    expect(world.requests['graph-rag']).toMatchObject([{ query: 'q', collection, streaming: false }]);
  });

  test('row 30: text-completion asks the template that is just the question', async () => {
    const prompt = ({ id }: Record<string, unknown>): Answers =>
      id === 'question' ? [{ error: null, text: 'forty-two', end_of_stream: true }] : 'silence';
    const tool = { type: 'text-completion', name: 'ask_llm', description: 'd' };
    const { text, world } = await described(tool, { question: 'q' }, { prompt });
    expect(text).toBe('forty-two');
    expect(world.requests.prompt?.[1]).toMatchObject({ id: 'question', terms: { question: '"q"' }, streaming: false });
  });

  test.each([
    ['text', { text: 'SHORT', object: null }, 'SHORT'],
    ['JSON', { text: null, object: '{"a":[1,2]}' }, '{"a": [1, 2]}'],
  ])('row 31: prompt fills its template of %s with the arguments', async (_kind, answer, observation) => {
    const prompt = ({ id }: Record<string, unknown>): Answers =>
      id === 'summarise-text' ? [{ error: null, ...answer, end_of_stream: true }] : 'silence';
    const args = [{ name: 'text', type: 'string', description: 'd' }];
    const tool = { type: 'prompt', name: 'summarise', description: 'd', template: 'summarise-text', arguments: args };
    const { text, world } = await described(tool, { text: 'long' }, { prompt });
    expect(text).toBe(observation);
    expect(world.requests.prompt?.[1]).toMatchObject({ id: 'summarise-text', terms: { text: '"long"' } });
  });

  test.each([
    ['an object is JSON text', { text: null, object: '{"result":"sum is 42"}' }, '{"result": "sum is 42"}'],
    ['a text is itself', { text: '42', object: null }, '42'],
    ['text wins', { text: '42', object: '{}' }, '42'],
    [
      'an error is told in its words',
      { error: { type: 'tool-error', message: 'MCP service add not known in workspace w' } },
      'Error: MCP service add not known in workspace w',
    ],
  ])('row 32: mcp-tool: %s', async (_name, answer, observation) => {
    const tool = { type: 'mcp-tool', name: 'add', description: 'd', 'mcp-tool': 'add', arguments: [] };
    const { text, world } = await described(tool, { a: 40, more: [1] }, { 'mcp-tool': () => [{ error: null, ...answer }] });
    expect(text).toBe(observation);
    expect(world.requests['mcp-tool']).toEqual([{ name: 'add', parameters: '{"a":40,"more":[1]}' }]);
  });

  test.each([
    ['data', { data: '[{"total":3}]', errors: [] }, '[{"total": 3}]'],
    ['no data', { data: 'null', errors: [] }, 'No data returned'],
    ['no rows', { data: '[]', errors: [] }, 'No data returned'],
    ['no data, and why', { data: '', errors: ['no table'] }, 'Error: no table'],
  ])('row 33: structured-query: %s', async (_name, answer, observation) => {
    const tool = { type: 'structured-query', name: 'sales', description: 'd', collection: 'sales' };
    const { text, world } = await described(tool, { question: 'q' }, { 'structured-query': () => [{ error: null, ...answer }] });
    expect(text).toBe(observation);
    expect(world.requests['structured-query']).toEqual([{ question: 'q', collection: 'sales' }]);
  });

  test.each([
    [
      'matches',
      [{ index_name: 'idx', index_value: ['a', 'b'], text: 'a b', score: 0.9124 }],
      'Matching records:\n- idx: a, b (score: 0.912)',
    ],
    ['none', [], 'No matching records found'],
  ])('row 34: row-embeddings-query: %s', async (_name, matches, observation) => {
    const tool = {
      type: 'row-embeddings-query',
      name: 'find',
      description: 'd',
      'schema-name': 'customers',
      'index-name': 'full_name',
      limit: 20,
      collection: 'sales',
    };
    const services = {
      embeddings: () => [{ error: null, vectors: [[0.5]] }],
      'row-embeddings-query': () => [{ error: null, matches }],
    };
    const { text, world } = await described(tool, { query: 'ann' }, services);
    expect(text).toBe(observation);
    expect(world.requests.embeddings).toEqual([{ texts: ['ann'] }]);
    expect(world.requests['row-embeddings-query']).toEqual([
      { vector: [0.5], limit: 20, collection: 'sales', schema_name: 'customers', index_name: 'full_name' },
    ]);
  });

  const joke = {
    type: 'tool-service',
    name: 'tell-joke',
    description: 'd',
    service: 'joke',
    style: 'pun',
    secret: 'x',
    arguments: [],
  };
  const descriptor = (queues: object) => ({
    'tool-service': { joke: JSON.stringify({ id: 'joke', ...queues, 'config-params': ['style', { name: 'mood' }] }) },
  });
  test.each([
    ['as queues', { 'request-queue': 'request:tg:joke', 'response-queue': 'response:tg:joke' }],
    [
      'as Pulsar URLs',
      { 'request-queue': 'non-persistent://tg/request/joke', 'response-queue': 'non-persistent://tg/response/joke' },
    ],
  ])('row 35: tool-service is called on the queues that configuration names %s', async (_form, queues) => {
    const services = { joke: () => [{ error: null, response: 'Knock knock', end_of_stream: true }] };
    const { text, world } = await described(joke, { topic: 'llama' }, services, descriptor(queues));
    expect(text).toBe('Knock knock');
    expect(world.requests.joke).toEqual([{ config: '{"style":"pun"}', arguments: '{"topic":"llama"}' }]);
  });

  test('row 35: its error is an observation', async () => {
    const queues = { 'request-queue': 'request:tg:joke', 'response-queue': 'response:tg:joke' };
    const { text } = await described(joke, {}, { joke: refuses('not funny') }, descriptor(queues));
    expect(text).toBe('Error: not funny');
  });

  test('a fixed argument that is missing is an observation, others that are not there are passed over', async () => {
    const services = { 'graph-rag': says('x') };
    expect((await described(kb, { query: 'q' }, services)).text).toBe(
      'Error: the argument "question" is missing; kb takes question (string)',
    );
    expect((await described(kb, { question: 'q', extra: 1 }, services)).text).toBe('x');
  });

  test('row 38: quotes around the name of a tool are left out', async () => {
    for (const name of ['"kb"', '"""kb"""', "'kb'"]) {
      await using world = await startFlowWorld({ model: [act.replace('kb', name), final], services: { 'graph-rag': says('x') } });
      expect(spoken(await world.ask({ question: 'What?' }))).toContain('observation x.');
    }
  });
});
