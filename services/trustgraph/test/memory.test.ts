import { OperationError } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { agentStepMessage } from '@agent-mem/trustgraph';
import { describe, expect, test } from 'vitest';
import { act, final, says, short, spoken, startFlowWorld } from './flow-world.ts';

const paris = { 'graph-rag': says('Paris') };

/** Memory services that know one fact, one episode and one invocation; what they were asked goes into the list. */
function knowing(
  asked: { readonly service: string; readonly operation: string; readonly request: Record<string, unknown> }[] = [],
) {
  return async (service: string, operation: string, request: Record<string, unknown>): Promise<unknown> => {
    asked.push({ service, operation, request });
    if (operation === 'append') return { over_threshold: false };
    if (service === 'facts' && operation === 'retrieve')
      return { facts: [{ id: 'fact_1', content: 'Anne lives in Oslo', timestamp: 't' }], receipt: null };
    if (service === 'facts' && operation === 'list') return { facts: [], next_cursor: null };
    if (service === 'facts') return { fact_id: 'fact_2', created: true };
    if (service === 'episodes')
      return { episodes: [{ id: 'epi_1', goal: 'g', steps: ['s'], outcome: 'o', lessons: 'l' }], receipt: null };
    const invocations = [
      { query: 'before', summary: 's', result: 'r', invocation_id: 'inv_0', timestamp: '2026-01-01T10:00:00Z' },
    ];
    if (service === 'conversations')
      return { summary: null, relevant_messages: [], recent_messages: [], other_messages: [], invocations, message_count: 0 };
    return {};
  };
}

test('row 56: without memory nothing of it is asked, told or published, and messages are those of the table', async () => {
  const asked: object[] = [];
  const call = async (service: string) => {
    asked.push({ service });
    throw new OperationError('internal', 'not to be asked');
  };
  await using world = await startFlowWorld({ model: [act, final], services: paris, memory: 'off', call });
  const frames = await world.ask({ question: 'What?', conversation_id: 'c', session_id: 'S' });
  expect(short(frames)).toEqual([
    'explain U',
    'thought look it up |U/i1/thought.',
    'explain U/i1',
    'observation Paris |U/i1/observation.',
    'explain U/i1/observation',
    'thought done |U/i2/thought.',
    'explain U/final',
    'answer Paris |U/final!',
  ]);
  expect(asked).toEqual([]);
  expect(world.events).toEqual([]);
  expect(world.asked.map(({ id, terms }) => [id, terms.tool_names])).toEqual([
    ['agent-react', 'kb'],
    ['agent-react', 'kb'],
  ]);
});

describe('with memory', () => {
  test('the profile stands before the ranked facts of the flow’s prompt, once, and in the receipt', async () => {
    const fact = { id: 'fact_0', content: 'The user lives in Oslo', timestamp: '2026-05-07T00:00:00.000Z' };
    const call = async (service: string, operation: string, request: Record<string, unknown>): Promise<unknown> => {
      if (operation === 'get_profile')
        return {
          fields: [{ name: 'places', entries: [{ fact }] }],
          text: `places: ${fact.content}`,
          receipt: { items: [{ id: fact.id, score: 1, tokens: 5 }], tokens: 8, left_out: 0 },
        };
      if (service === 'facts' && operation === 'retrieve')
        return { facts: [{ id: 'fact_1', content: 'Oslo has trams', timestamp: 't' }, fact], receipt: null };
      return await knowing()(service, operation, request);
    };
    await using world = await startFlowWorld({ model: [act, final], services: paris, memory: 'full', call });
    await world.ask({ question: 'Where?', conversation_id: 'c' });
    for (const { terms } of world.asked)
      expect(terms.facts).toMatchObject([
        { id: 'profile', content: `Profile of the user\nplaces: ${fact.content}` },
        { id: 'fact_1', content: 'Oslo has trams' },
      ]);
  });

  test('facts, episodes and conversation are recalled once for a question, in the scope of workspace and collection', async () => {
    const asked: Parameters<typeof knowing>[0] = [];
    await using world = await startFlowWorld({ model: [act, final], services: paris, memory: 'full', call: knowing(asked) });
    await world.ask({ question: 'Where?', conversation_id: 'c', collection: 'col' });
    const scope = { workspace: 'w', user: 'default', collection: 'col' };
    expect(asked.filter(({ operation }) => operation === 'retrieve' || operation === 'build_context')).toMatchObject([
      { service: 'facts', request: { ...scope, query: 'Where?', conversation_id: 'c' } },
      { service: 'episodes', request: { ...scope, query: 'Where?' } },
      { service: 'conversations', request: { ...scope, conversation_id: 'c' } },
    ]);
    expect(world.asked.map(({ terms }) => terms.state)).toEqual(['', '']);
    for (const { terms } of world.asked)
      expect(terms).toMatchObject({
        facts: [{ id: 'fact_1' }],
        episodes: [{ id: 'epi_1' }],
        conversation: [{ query: 'before' }],
      });
  });

  test('an agent that knows nothing of it may take a step in between: it is recalled again', async () => {
    const asked: Parameters<typeof knowing>[0] = [];
    await using world = await startFlowWorld({ model: () => final, memory: 'full', call: knowing(asked) });
    const bare = { step_type: '', plan: [], subagent_results: {} };
    const step = { ...bare, thought: 't', action: 'kb', arguments: { question: 'q' }, observation: 'o' };
    const frames = await world.ask({ question: 'Where?', session_id: 'S', history: [step] });
    expect(short(frames)).toEqual(['thought done |U/i2/thought.', 'explain U/final', 'answer Paris |U/final!']);
    expect(world.asked[0]?.terms).toMatchObject({
      facts: [{ id: 'fact_1' }],
      working_memory: [{ type: 'goal' }, { content: 't' }, { content: 'kb {"question":"q"}' }, { content: 'o' }],
    });
  });

  test('what happened is published before the last frame, with its steps, in the conversation it was in', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: paris, memory: 'full', call: knowing() });
    await world.ask({ question: 'Where?', conversation_id: 'c', session_id: 'S' });
    await expect.poll(() => world.events).toHaveLength(1);
    expect(world.events[0]).toMatchObject({
      type: 'invocation-completed',
      workspace: 'w',
      user: 'default',
      collection: 'default',
      conversation_id: 'c',
      data: {
        invocation_completed: {
          question: 'Where?',
          answer: 'Paris',
          success: true,
          steps: [
            { thought: 'look it up', action: 'kb', arguments: '{"question":"capital?"}', observation: 'Paris' },
            { thought: 'done', action: '' },
          ],
          injected_ids: ['fact_1', 'epi_1', 'inv_0'],
        },
      },
    });
  });

  test('without a conversation id the session is its own conversation', async () => {
    await using world = await startFlowWorld({ model: [final], memory: 'full' });
    await world.ask({ question: 'Where?', session_id: 'S' });
    await expect.poll(() => world.events).toMatchObject([{ conversation_id: 'S' }]);
  });

  test('a run that failed is told of too', async () => {
    const model = () => ({ error: 'no model', type: 'no-configuration' });
    await using world = await startFlowWorld({ model, memory: 'full', config: {}, without: ['text-completion-request'] });
    await world.ask({ question: 'Where?' });
    await expect
      .poll(() => world.events)
      .toMatchObject([{ data: { invocation_completed: { success: false, error: 'no model', answer: '' } } }]);
  });

  test('its tools are called like those of the flow, and what they show counts as remembered', async () => {
    const asked: Parameters<typeof knowing>[0] = [];
    const model = [
      'Action: RetrieveFacts\nArgs: {"query": "Anne"}',
      'Action: StoreFact\nArgs: {"fact_content": "Bo is ten"}',
      final,
    ];
    await using world = await startFlowWorld({ model, memory: 'full', call: knowing(asked) });
    const frames = await world.ask({ question: 'Where?' });
    expect(spoken(frames).filter((said) => said.startsWith('observation'))).toEqual([
      'observation - Anne lives in Oslo [fact_1].',
      'observation Stored as fact_2..',
    ]);
    expect(asked).toContainEqual(expect.objectContaining({ service: 'facts', operation: 'store' }));
    await expect
      .poll(() => world.events)
      .toMatchObject([
        { data: { invocation_completed: { steps: [{ from_memory: true }, { from_memory: false }, { thought: 'done' }] } } },
      ]);
  });

  test('a mode that only reads stores nothing and publishes nothing', async () => {
    await using world = await startFlowWorld({ model: [final], memory: 'read', call: knowing() });
    await world.ask({ question: 'Where?' });
    expect(world.asked[0]?.terms).toMatchObject({
      facts: [{ id: 'fact_1' }],
      tools: [
        { name: 'kb' },
        ...['RetrieveFacts', 'RecallEpisodes', 'retrieve_memory', 'search_memory'].map((name) => ({ name })),
      ],
    });
    expect(world.events).toEqual([]);
  });

  test('what a tool gives is stored whole, and travels as its reference, status, head and tail', async () => {
    const text = `first ${'x '.repeat(300_000)} FATAL disk full`;
    const stored: Record<string, unknown>[] = [];
    const call = async (_service: string, operation: string, request: Record<string, unknown>) => {
      if (operation === 'store_detail') stored.push(request);
      return request.end === true ? { detail: { memory_key: 'kb_7k2p', description: request.description } } : {};
    };
    const services = { 'graph-rag': says(text) };
    await using world = await startFlowWorld({ model: [act, final], services, memory: 'full', call });
    await world.ask({ question: 'Where?' });
    const observation = world.nexts().at(-1)?.history[0]?.observation ?? '';
    expect(observation).toMatch(/^\[MemoryRef: kb_7k2p - kb .*\]\nStatus: ok\. Size: 600,022 bytes, 1 line\.\nfirst x/);
    expect(observation).toMatch(/ FATAL disk full$/);
    expect(stored.map(({ chunk }) => chunk).join('')).toBe(text);
  });

  test('a question of 100 KB is asked of memory in as many words as an operation takes, and stored whole as a detail', async () => {
    const question = `Why does this log end so? ${'x '.repeat(50_000)} FATAL disk full`;
    const stored: Record<string, unknown>[] = [];
    const queries: unknown[] = [];
    const call = async (_service: string, operation: string, request: Record<string, unknown>) => {
      if (operation === 'store_detail') stored.push(request);
      if (operation === 'retrieve') queries.push(request.query);
      return operation === 'store_detail'
        ? { detail: { memory_key: 'user_message_7k2p', description: request.description } }
        : {};
    };
    await using world = await startFlowWorld({ model: [final], services: paris, memory: 'full', call });
    await world.ask({ question, conversation_id: 'c' });
    await expect.poll(() => world.events).toHaveLength(1);
    expect(queries.length).toBeGreaterThan(0);
    for (const query of queries) expect(Buffer.byteLength(String(query))).toBeLessThanOrEqual(65_536);
    expect(stored.map(({ chunk, content }) => content ?? chunk).join('') === question).toBe(true);
    const told = world.events[0]?.data.invocation_completed?.question ?? '';
    expect(told).toMatch(/^\[MemoryRef: user_message_7k2p - user message\]\n.*FATAL disk full$/s);
    expect(Buffer.byteLength(told)).toBeLessThan(65_536);
  });

  test('without memory the prompt shows head and tail of what a tool gives, and how much is missing', async () => {
    const services = { 'graph-rag': says(`first ${'x '.repeat(300_000)} FATAL disk full`) };
    await using world = await startFlowWorld({ model: [act, final], services, memory: 'off' });
    await world.ask({ question: 'Where?' });
    const history = world.asked[1]?.terms.history as readonly { readonly observation: string }[] | undefined;
    expect(history?.[0]?.observation).toMatch(/^first x.*\[… 58\d,\d{3} bytes not shown\].* FATAL disk full$/s);
  });

  test('what another agent of the flow saw is captured as what we see', async () => {
    const observation = `first ${'x '.repeat(20_000)} FATAL disk full`;
    const call = async (_service: string, operation: string, request: Record<string, unknown>) =>
      operation === 'store_detail' ? { detail: { memory_key: 'look_7k2p', description: request.description } } : {};
    await using world = await startFlowWorld({ model: [act, final], services: paris, memory: 'full', call });
    const history = [agentStepMessage.make({ thought: 'I look', action: 'look', observation })];
    await world.ask({ question: 'Where?', session_id: 's1', history });
    const handedOn = world.nexts().at(-1)?.history[0]?.observation;
    expect(handedOn).toMatch(/^\[MemoryRef: look_7k2p - look\]\nStatus: ok\. .* FATAL disk full$/s);
  });

  test('a long run passes the broker: the texts of its oldest steps are cut, none is left out', async () => {
    const services = { 'graph-rag': says('x'.repeat(15_000)) };
    const parameters = { 'max-iterations': '60' };
    const model = ({ working_memory }: Record<string, unknown>, index: number) =>
      Array.isArray(working_memory) && index < 45 ? act : final;
    await using world = await startFlowWorld({ model, services, memory: 'read', parameters });
    expect(spoken(await world.ask({ question: 'Where?' })).at(-1)).toBe('answer Paris!');
    const last = world.nexts().at(-1);
    expect(last?.history).toHaveLength(45);
    expect(last?.history[0]?.observation).toContain(' bytes not shown]');
    expect(last?.history.at(-1)?.observation).toHaveLength(15_000);
    for (const { payload } of world.topics.sent) expect(Buffer.byteLength(payload)).toBeLessThan(700_000);
  });
});

describe('row 58: memory that is down is not seen', () => {
  const down = async (): Promise<never> => {
    throw new OperationError('unavailable', 'down');
  };
  const expected = ['thought look it up.', 'observation Paris.', 'thought done.', 'answer Paris!'];

  test('when it refuses', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: paris, memory: 'full', call: down });
    expect(spoken(await world.ask({ question: 'What?', conversation_id: 'c' }))).toEqual(expected);
  });

  test('when it is silent: it is waited for until its deadline', async () => {
    const clock = turnedClock();
    const silent = () => new Promise<never>(() => undefined);
    await using world = await startFlowWorld({ model: [act, final], services: paris, memory: 'full', call: silent, clock });
    let isOver = false;
    const frames = world.ask({ question: 'What?', conversation_id: 'c' }).finally(() => {
      isOver = true;
    });
    while (!isOver) await clock.advance(100);
    expect(spoken(await frames)).toEqual(expected);
  });
});
