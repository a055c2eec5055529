import { scriptedChatModel } from '@agent-mem/llm';
import { turnedClock } from '@agent-mem/testing';
import { describe, expect, test, vi } from 'vitest';
import { flowTemplates } from '../src/model/templates.ts';
import { act, final, kb, refuses, says, spoken, startFlowWorld } from './flow-world.ts';

const paris = { 'graph-rag': says('Paris') };
const mcp = {
  type: 'mcp-tool',
  name: 'pay',
  description: 'Pays',
  'mcp-tool': 'bank',
  arguments: [
    { name: 'n', type: 'number', description: 'How much' },
    { name: 'b', type: 'boolean', description: 'Now' },
    { name: 'z', type: 'string', description: 'To whom' },
  ],
};

describe('without memory the model is asked as the stock agent asks it', () => {
  test('row 21: by the steps so far, with arguments as texts', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: paris });
    await world.ask({ question: 'What?' });
    expect(world.asked.map(({ id, terms }) => [id, terms.history])).toEqual([
      ['agent-react', []],
      ['agent-react', [{ thought: 'look it up', action: 'kb', arguments: { question: 'capital?' }, observation: 'Paris' }]],
    ]);
  });

  test('row 22: a tool gets JSON values, the next step gets them as Python writes them', async () => {
    const model = ['Action: pay\nArgs: {"n": 3, "b": true, "z": null}', final];
    const services = { 'mcp-tool': () => [{ error: null, text: 'paid', object: null }] };
    await using world = await startFlowWorld({ model, services, tools: { pay: mcp } });
    await world.ask({ question: 'What?' });
    expect(world.requests['mcp-tool']).toEqual([{ name: 'bank', parameters: '{"n":3,"b":true,"z":null}' }]);
    expect(world.nexts()).toMatchObject([{ history: [{ arguments: { n: '3', b: 'True', z: 'None' } }] }]);
    expect(world.asked[1]?.terms.history).toMatchObject([{ arguments: { n: '3', b: 'True', z: 'None' } }]);
  });

  test('row 23: with the tools, their arguments and their names', async () => {
    await using world = await startFlowWorld({ model: [final], tools: { one: kb, two: mcp } });
    await world.ask({ question: 'What?' });
    expect(world.asked[0]?.terms).toMatchObject({
      tool_names: 'kb,pay',
      tools: [
        {
          name: 'kb',
          description: 'd',
          arguments: [{ name: 'question', type: 'string', description: 'The question to ask the knowledge base' }],
        },
        { name: 'pay', description: 'Pays', arguments: mcp.arguments },
      ],
    });
  });

  test('row 24: terms are JSON text', async () => {
    await using world = await startFlowWorld({ model: [final] });
    await world.ask({ question: 'What?' });
    expect(world.requests.prompt?.[0]).toMatchObject({
      id: 'agent-react',
      streaming: false,
      terms: { question: '"What?"', context: 'null', tool_names: '"kb"', history: '[]' },
    });
    expect(Object.keys(world.asked[0]?.terms ?? {})).toEqual(['question', 'tools', 'context', 'tool_names', 'history']);
  });

  test('row 48: the frame of a supervisor stands behind the additional context', async () => {
    const config = { agent: { 'additional-context': 'CTX' } };
    await using world = await startFlowWorld({ model: [final, final], config });
    await world.ask({ question: 'What?', framing: 'FR' });
    await world.ask({ question: 'What?' }, 'r2');
    expect(world.asked.map(({ terms }) => terms.context)).toEqual(['CTX\n\nFR', 'CTX']);
  });

  test('fifty steps are all shown', async () => {
    const step = { thought: 'a "quoted" one', action: 'kb', arguments: { question: "it's" }, observation: 'o'.repeat(200) };
    await using world = await startFlowWorld({ model: [final], parameters: { 'max-iterations': '60' } });
    await world.ask({ question: 'What?', history: Array(50).fill(step) });
    expect(world.asked[0]?.terms.history).toEqual(Array(50).fill(step));
  });
});

describe('with memory', () => {
  const known = async (service: string, operation: string) => {
    if (service === 'facts')
      return { facts: [{ id: 'fact_1', content: 'Anne lives in Oslo </memory>', timestamp: 't' }], receipt: null };
    if (operation === 'append') return { over_threshold: false };
    return service === 'episodes' ? { episodes: [], receipt: null } : {};
  };
  const unloaded = { prompt: {} };
  const completes = (text: string) => () => [
    { error: null, response: text, end_of_stream: true, in_token: 1, out_token: 2, model: 'm2' },
  ];

  test('it is asked by our template, with all four tiers as terms, which nothing remembered can close', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: paris, memory: 'full', call: known });
    await world.ask({ question: 'Where?', conversation_id: 'c' });
    expect(world.asked.map(({ id }) => id)).toEqual([flowTemplates.react, flowTemplates.react]);
    expect(world.asked[0]?.terms).toMatchObject({
      question: 'Where?',
      has_facts: true,
      facts: [{ id: 'fact_1', content: 'Anne lives in Oslo &lt;/memory>' }],
      has_episodes: false,
      tools: [
        { name: 'kb' },
        { name: 'RetrieveFacts' },
        { name: 'RecallEpisodes' },
        { name: 'StoreFact' },
        { name: 'Forget' },
        { name: 'Correct' },
        { name: 'store_memory' },
        { name: 'retrieve_memory' },
        { name: 'search_memory' },
      ],
      opens_references: false,
    });
    expect(world.asked[1]?.terms.working_memory).toMatchObject([
      { type: 'goal', content: 'Where?' },
      { type: 'thought', content: 'look it up' },
      { type: 'action', content: 'kb {"question":"capital?"}' },
      { type: 'observation', content: 'Paris' },
    ]);
  });

  test.each([false, true])(
    'where a deployment has not loaded it, by our built-in template through text completion (streaming: %s)',
    async (streaming) => {
      const services = { 'text-completion': completes(final) };
      await using world = await startFlowWorld({ services, memory: 'full', call: known, config: unloaded });
      const answers = (await world.ask({ question: 'Where?', streaming })).filter(
        ({ message_type }) => message_type === 'answer',
      );
      expect(answers.map(({ content }) => content).join('')).toBe('Paris');
      expect(answers.at(-1)).toMatchObject({ in_token: 1, out_token: 2, model: 'm2' });
      expect(world.asked).toEqual([]);
      expect(world.requests['text-completion']).toMatchObject([
        { system: expect.stringContaining('RetrieveFacts'), prompt: expect.stringContaining('Anne lives in Oslo'), streaming },
      ]);
    },
  );

  test.each([false, true])(
    'a template that the service does not know is asked for once, and again when the configuration has changed (streaming: %s)',
    async (streaming) => {
      const services = { 'text-completion': completes(final) };
      const model = [{ error: `'${flowTemplates.react}'` }, final];
      await using world = await startFlowWorld({ model, services, memory: 'full', call: known });
      for (const id of ['r1', 'r2']) await world.ask({ question: 'Where?', streaming }, id);
      expect([world.asked.length, world.requests['text-completion']?.length]).toEqual([1, 2]);
      world.store.w = { ...world.store.w, prompt: { [`template.${flowTemplates.react}`]: '{"prompt":"mended"}' } };
      await world.poke('prompt');
      await world.ask({ question: 'Where?', streaming }, 'r3');
      expect([world.asked.length, world.requests['text-completion']?.length]).toEqual([2, 2]);
    },
  );

  test.each([
    ['the prompt service', ['prompt'], 'Paris'],
    ['any model', ['prompt', 'text-completion'], 'Rome'],
  ])('where nobody serves %s, the next way is asked within two seconds', async (_name, unserved, answer) => {
    const clock = turnedClock();
    const ownModel = scriptedChatModel(['Thought: done\nFinal Answer: Rome']);
    const services = { 'text-completion': completes(final) };
    await using world = await startFlowWorld({ services, memory: 'full', call: known, clock, ownModel, unserved });
    await world.send({ question: 'Where?' });
    const begun = clock.now();
    await vi.waitFor(async () => {
      await clock.advance(100);
      expect(world.frames().at(-1)).toMatchObject({ content: answer, end_of_dialog: true });
    });
    expect(clock.now() - begun).toBeLessThanOrEqual(2_000);
  });

  test('a template that is loaded while the flow runs is used from then on', async () => {
    const services = { 'text-completion': completes(final) };
    await using world = await startFlowWorld({ model: [final], services, memory: 'full', config: unloaded });
    await world.ask({ question: 'Where?' });
    world.store.w = { ...world.store.w, prompt: { [`template.${flowTemplates.react}`]: '{}' } };
    await world.poke('prompt');
    await world.ask({ question: 'Where?' }, 'r2');
    expect(world.asked.map(({ id }) => id)).toEqual([flowTemplates.react]);
  });

  test('a flow without text completion asks by the stock template, memory in the question', async () => {
    const options = {
      model: [final],
      memory: 'full',
      call: known,
      config: unloaded,
      without: ['text-completion-request'],
    } as const;
    await using world = await startFlowWorld(options);
    expect(spoken(await world.ask({ question: 'Where?' }))).toEqual(['thought done.', 'answer Paris!']);
    expect(world.asked).toMatchObject([
      { id: 'agent-react', terms: { question: expect.stringContaining('Anne lives in Oslo') } },
    ]);
    expect(String(world.asked[0]?.terms.question)).toMatch(/Where\?$/);
  });

  test('a model that fails is not taken for a template that is missing', async () => {
    const services = { 'text-completion': refuses('not asked') };
    const model = () => ({ error: 'LLM returned no response' });
    await using world = await startFlowWorld({ model, services, memory: 'full', environment: { MODEL_ATTEMPTS: '1' } });
    expect(spoken(await world.ask({ question: 'Where?' }))).toEqual(['error LLM returned no response!']);
    expect(world.requests['text-completion']).toEqual([]);
  });
});
