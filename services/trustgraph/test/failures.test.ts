import { turnedClock } from '@agent-mem/testing';
import { type AgentResponse, agentStepMessage } from '@agent-mem/trustgraph';
import { describe, expect, test } from 'vitest';
import { act, final, kb, refuses, says, short, spoken, startFlowWorld } from './flow-world.ts';

const paris = { 'graph-rag': says('Paris') };
const gibberish = 'gibberish';
const answerOf = (frames: readonly AgentResponse[]) =>
  frames.flatMap(({ message_type, content }) => (message_type === 'answer' ? [content] : [])).join('');
const unparsed = 'Error: LLM parse error: Could not parse response: gibberish';

describe('tools that fail', () => {
  test('row 11: an error of a tool is an observation, and the run goes on', async () => {
    await using world = await startFlowWorld({ model: [act, final], services: { 'graph-rag': refuses('boom') } });
    const frames = await world.ask({ question: 'What?' });
    expect(spoken(frames)).toEqual(['thought look it up.', 'observation Error: boom.', 'thought done.', 'answer Paris!']);
    expect(world.nexts()).toMatchObject([{ history: [{ action: 'kb', observation: 'Error: boom' }] }]);
  });

  test('one that is silent is left after its time', async () => {
    const clock = turnedClock();
    await using world = await startFlowWorld({ model: [act, final], clock, parameters: { 'tool-timeout-ms': '5000' } });
    const frames = world.ask({ question: 'What?' });
    await expect.poll(() => world.order).toContain('graph-rag');
    await clock.advance(5_000);
    expect(spoken(await frames)).toContain('observation Error: kb did not answer within 5000 ms.');
  });

  test.each([false, true])(
    'row 14: a tool that is not there ends the run by an error, after thought and step were told (streaming: %s)',
    async (streaming) => {
      await using world = await startFlowWorld({ model: ['Thought: a\nAction: nope\nArgs: {}'] });
      const frames = await world.ask({ question: 'What?', streaming });
      expect(short(frames)).toEqual(['explain U', 'thought a |U/i1/thought.', 'explain U/i1', 'error No action for nope!!']);
      expect(frames.at(-1)).toMatchObject({ end_of_message: true, error: { type: 'agent-error' } });
    },
  );

  test('where a deployment says so, it is an observation instead', async () => {
    const model = ['Thought: a\nAction: nope', final];
    await using world = await startFlowWorld({ model, parameters: { 'unknown-tool': 'observation' } });
    expect(spoken(await world.ask({ question: 'What?' }))).toContain(
      'observation Error: there is no tool "nope". The tools are: kb.',
    );
  });

  test('row 28: a tool outside the groups asked for is not there', async () => {
    await using world = await startFlowWorld({ model: [act] });
    expect(spoken(await world.ask({ question: 'What?', group: [] })).at(-1)).toBe('error No action for kb!!');
  });

  test.each([
    ['  x \n', 'x'],
    ['', ''],
  ])('row 36: the result %j is shown as %j', async (result, text) => {
    await using world = await startFlowWorld({ model: [act, final], services: { 'graph-rag': says(result) } });
    const observation = (await world.ask({ question: 'What?' })).find(({ message_type }) => message_type === 'observation');
    expect(observation).toMatchObject({ content: text, end_of_message: true });
  });

  test('row 44: without the librarian the run is the same, and no triple points at a document', async () => {
    const services = { ...paris, librarian: refuses('disk full') };
    await using world = await startFlowWorld({ model: [act, final], services });
    const frames = await world.ask({ question: 'What?' });
    expect(spoken(frames)).toEqual(['thought look it up.', 'observation Paris.', 'thought done.', 'answer Paris!']);
    const predicates = frames.flatMap(({ explain_triples }) => explain_triples.map(({ p }) => p?.iri));
    expect(predicates).toContain('https://trustgraph.ai/ns/arguments');
    expect(predicates).not.toContain('https://trustgraph.ai/ns/document');
    expect(predicates).not.toContain('https://trustgraph.ai/ns/thought');
  });

  test('a silent librarian is waited for once, and not again for a while', async () => {
    const clock = turnedClock();
    const services = { ...paris, librarian: () => 'silence' as const };
    await using world = await startFlowWorld({ model: [act, final], services, clock });
    const frames = world.ask({ question: 'What?' });
    await expect.poll(() => world.documents).toHaveLength(1);
    await clock.advance(5_000);
    expect(spoken(await frames).at(-1)).toBe('answer Paris!');
    expect(world.documents).toHaveLength(1);
  });
});

describe('texts that are no step', () => {
  test('row 12: the model is told, and asked again', async () => {
    await using world = await startFlowWorld({ model: [gibberish, final] });
    const frames = await world.ask({ question: 'What?' });
    expect(short(frames)).toEqual([
      'explain U',
      'thought |U/i1/thought.',
      'explain U/i1',
      `observation ${unparsed} |U/i1/observation.`,
      'explain U/i1/observation',
      'thought done |U/i2/thought.',
      'explain U/final',
      'answer Paris |U/final!',
    ]);
    expect(world.nexts()).toMatchObject([
      { history: [{ thought: '', action: '__parse_error__', arguments: {}, observation: unparsed }] },
    ]);
    const labels = frames[2]?.explain_triples.map(({ o }) => o?.value);
    expect(labels).toContain('Analysis: __parse_error__');
  });

  test('row 13: so it is in a stream, which does not end the run', async () => {
    await using world = await startFlowWorld({ model: [gibberish, final] });
    expect(spoken(await world.ask({ question: 'What?', streaming: true }))).toEqual([
      `observation ${unparsed}.`,
      'thought done.',
      'answer Paris',
      'answer!',
    ]);
  });

  test.each([false, true])('the second time in a row the text is the answer (streaming: %s)', async (streaming) => {
    await using world = await startFlowWorld({ model: [gibberish, 'It is Paris.'] });
    const frames = await world.ask({ question: 'What?', streaming });
    const answers = frames.filter(({ message_type }) => message_type === 'answer');
    expect(answers.map(({ content }) => content).join('')).toBe('It is Paris.');
  });

  test('a model that says nothing twice ends the run by an error', async () => {
    await using world = await startFlowWorld({ model: ['', ''] });
    expect(spoken(await world.ask({ question: 'What?' })).at(-1)).toBe(
      'error The model gave no usable answer: the text is empty!',
    );
  });
});

describe('the limit', () => {
  const round = ['thought look it up.', 'observation Paris.'];

  describe.each(['off', 'full'] as const)('memory %s', (memory) => {
    test.each([false, true])(
      'row 15: counts actions, then the model is asked for its answer (streaming: %s)',
      async (streaming) => {
        const options = { services: paris, memory, parameters: { 'max-iterations': '1', 'additional-context': 'Be short.' } };
        await using world = await startFlowWorld({ ...options, model: [act, final] });
        const frames = await world.ask({ question: 'What?', streaming });
        expect(answerOf(frames)).toBe('Paris');
        expect(frames.filter(({ end_of_dialog }) => end_of_dialog)).toEqual([frames.at(-1)]);
        const shown = world.asked.map(({ terms }) => [
          (terms.tools as readonly unknown[]).length > 0,
          terms.context ?? terms.additional_context,
        ]);
        expect(shown).toEqual([
          [true, 'Be short.'],
          [false, expect.stringMatching(/^Be short\.\n\nThis is the last turn/)],
        ]);
      },
    );
  });

  test('what is learned of a run that was cut short is no success', async () => {
    const parameters = { 'max-iterations': '1' };
    await using world = await startFlowWorld({ model: [act, final], services: paris, memory: 'full', parameters });
    await world.ask({ question: 'What?' });
    await expect.poll(() => world.events).toHaveLength(1);
    const expected = { success: false, answer: 'Paris', error: 'Too many agent iterations' };
    expect(world.events[0]?.data.invocation_completed).toMatchObject(expected);
  });

  test('a model that gives no answer even then ends the run by the error', async () => {
    await using world = await startFlowWorld({ model: [act, act, act], services: paris, parameters: { 'max-iterations': '2' } });
    const frames = await world.ask({ question: 'What?' });
    expect(spoken(frames)).toEqual([...round, ...round, 'thought look it up.', 'error Too many agent iterations!']);
    expect(world.asked).toHaveLength(3);
    expect(world.nexts().map(({ history }) => history.length)).toEqual([1, 2]);
  });

  test('row 16: counts the steps that a client brings', async () => {
    await using world = await startFlowWorld({ model: [final, act] });
    const history = Array.from({ length: 10 }, (_, n) => {
      return agentStepMessage.make({ thought: 't', action: 'kb', arguments: { n: `${n}` }, observation: 'o' });
    });
    expect(spoken(await world.ask({ question: 'What?', history }, 'r1')).at(-1)).toBe('answer Paris!');
    expect(spoken(await world.ask({ question: 'What?', history }, 'r2')).at(-1)).toBe('error Too many agent iterations!');
  });
});

describe('what is not configured', () => {
  test('row 17: a workspace without tools is refused without memory, as by the stock agent', async () => {
    await using world = await startFlowWorld({ model: [final], tools: {} });
    expect(short(await world.ask({ question: 'What?' }))).toEqual(['explain U', 'error No agent configuration for workspace w!']);
  });

  test('with memory it is answered', async () => {
    await using world = await startFlowWorld({ model: [final], tools: {}, memory: 'full' });
    expect(spoken(await world.ask({ question: 'What?' }))).toEqual(['thought done.', 'answer Paris!']);
  });

  test('a flow that names nothing but its own two queues answers with the model of the process', async () => {
    const names = ['prompt', 'text-completion', 'mcp-tool', 'graph-rag', 'structured-query', 'embeddings', 'librarian'];
    const without = ['next', 'explainability', ...names.flatMap((name) => [`${name}-request`, `${name}-response`])];
    const { scriptedChatModel } = await import('@agent-mem/llm');
    await using world = await startFlowWorld({ without, ownModel: scriptedChatModel([final]) });
    expect(spoken(await world.ask({ question: 'What?' }))).toEqual(['thought done.', 'answer Paris!']);
  });

  test('a flow that names no model answers by rules where the process has none either', async () => {
    const names = ['prompt', 'text-completion'];
    const without = names.flatMap((name) => [`${name}-request`, `${name}-response`]);
    const { scriptedChatModel } = await import('@agent-mem/llm');
    // What the process has where no model is set: each request for words is refused.
    const byRules = { ...scriptedChatModel([]), id: 'local:rules' };
    await using world = await startFlowWorld({ without, ownModel: byRules });
    expect(spoken(await world.ask({ question: 'Hello!' })).at(-1)).toMatch(/^answer Hello/);
  });

  test('a tool whose service the flow does not name is an observation', async () => {
    await using world = await startFlowWorld({ model: [act, final], without: ['graph-rag-request'] });
    expect(spoken(await world.ask({ question: 'What?' }))).toContain('observation Error: The flow names no graph-rag service.');
  });
});

describe('a model that fails', () => {
  test('row 18: a prompt service that refuses ends the run in its words', async () => {
    const refusal = { error: 'LLM returned no response' };
    await using world = await startFlowWorld({ model: () => refusal, environment: { MODEL_ATTEMPTS: '2' } });
    const frames = await world.ask({ question: 'What?' });
    expect(short(frames)).toEqual(['explain U', 'error LLM returned no response!']);
    expect(world.asked).toHaveLength(2);
  });

  test('row 19: the last frame of an error has its text, its flags, and no name of a message', async () => {
    await using world = await startFlowWorld({ model: () => ({ error: 'no model', type: 'no-configuration' }) });
    expect((await world.ask({ question: 'What?' })).at(-1)).toMatchObject({
      message_type: 'error',
      content: 'no model',
      message_id: '',
      end_of_message: true,
      end_of_dialog: true,
      error: { type: 'agent-error', message: '' },
    });
  });

  test.each([
    ['none', null],
    ['text', { type: 'agent-error', message: 'no model' }],
  ])('the form of errors can be %s', async (form, error) => {
    const model = () => ({ error: 'no model', type: 'no-configuration' });
    await using world = await startFlowWorld({ model, environment: { TRUSTGRAPH_ERROR_FORM: form } });
    expect((await world.ask({ question: 'What?' })).at(-1)).toMatchObject({ content: 'no model', error });
  });

  test('prompts that a deployment has not loaded are refused once, without asking again', async () => {
    await using world = await startFlowWorld({ model: () => ({ error: "'agent-react'" }) });
    expect(short(await world.ask({ question: 'What?' }))).toEqual(['explain U', "error 'agent-react'!"]);
    expect(world.asked).toHaveLength(1);
  });

  test.each([false, true])('one that fails for a moment is asked again (streaming: %s)', async (streaming) => {
    await using world = await startFlowWorld({ model: [{ error: 'Error code: 500' }, final] });
    const answers = (await world.ask({ question: 'What?', streaming })).filter(({ message_type }) => message_type === 'answer');
    expect(answers.map(({ content }) => content).join('')).toBe('Paris');
  });

  test('one that is rate-limited says nothing: it is asked again, and clients hear that something is done', async () => {
    const clock = turnedClock();
    await using world = await startFlowWorld({ model: ['silence', final], clock });
    const frames = world.ask({ question: 'What?' });
    await expect.poll(() => world.asked).toHaveLength(1);
    await clock.advance(119_999);
    expect(short(world.frames())).toEqual(['explain U', 'explain U']);
    // Neither looked up in the store nor shown: it has triples, and no type that clients know.
    expect(world.frames()[1]?.explain_triples).toMatchObject([{ o: { iri: 'http://www.w3.org/ns/prov#Entity' } }]);
    expect(world.stored).toHaveLength(1);
    await clock.advance(60_000);
    expect(spoken(await frames)).toEqual(['thought done.', 'answer Paris!']);
  });

  test('one that is silent for good ends the run by an error', async () => {
    const clock = turnedClock();
    const parameters = { 'model-timeout-ms': '1000', 'model-attempts': '2' };
    await using world = await startFlowWorld({ model: () => 'silence', clock, parameters });
    const frames = world.ask({ question: 'What?' });
    await expect.poll(() => world.asked).toHaveLength(1);
    await clock.advance(10_000);
    await expect.poll(() => world.asked).toHaveLength(2);
    await clock.advance(10_000);
    expect(spoken(await frames)).toEqual(['error the model gave no complete answer within 1000 ms (MODEL_TIMEOUT_MS)!']);
  });

  const cut = (text: string, error: string) => ({
    messages: [
      { error: null, text, object: null, end_of_stream: false },
      { error: { type: 'llm-error', message: error }, end_of_stream: true },
    ],
  });

  test('a stream that breaks in the thought is asked for again', async () => {
    await using world = await startFlowWorld({ model: [cut('Thought: I look it up', 'reset'), final] });
    const frames = await world.ask({ question: 'What?', streaming: true });
    expect(spoken(frames)).toEqual(['thought I look it up.', 'thought done.', 'answer Paris', 'answer!']);
  });

  test('a stream that breaks in the answer ends by an error that says so', async () => {
    await using world = await startFlowWorld({ model: [cut('Thought: a\nFinal Answer: It is Par', 'reset'), final] });
    const frames = await world.ask({ question: 'What?', streaming: true });
    expect(spoken(frames).at(-1)).toBe('error The model failed in the middle of its answer: reset!');
    expect(frames.filter(({ end_of_dialog }) => end_of_dialog)).toHaveLength(1);
  });

  test('messages that are broken end by an error that names what is', async () => {
    const messages = [{ error: null, text: 5, end_of_stream: true }];
    await using world = await startFlowWorld({ model: [{ messages }] });
    expect(spoken(await world.ask({ question: 'What?' })).at(-1)).toBe('error PromptResponse.text: must be a string, got 5!');
  });

  test.each([
    ['whose frames pass', 'é'.repeat(360_000), 720_002],
    ['whose prompt passes', '\n'.repeat(300_000), 600_002],
  ])('a question %s no broker ends by an error that names it', async (_, question, bytes) => {
    await using world = await startFlowWorld({ model: () => final, mostBytes: 700_000 });
    expect(spoken(await world.ask({ question }))).toEqual([
      `error AgentRequest.question: is too long, with ${bytes} bytes of JSON: its prompt must pass the broker in a message of 700000 bytes; ask with less text!`,
    ]);
  });

  test('what is too large for the broker without the question does not blame it', async () => {
    await using world = await startFlowWorld({
      model: () => final,
      parameters: { 'additional-context': 'x'.repeat(1_000) },
      mostBytes: 900,
    });
    expect(spoken(await world.ask({ question: 'What?' })).at(-1)).toMatch(/^error payload: must be at most 900 bytes/);
  });

  test('a flow that stops ends its runs by an error', async () => {
    await using world = await startFlowWorld({ model: ['silence'] });
    const frames = world.ask({ question: 'What?' });
    await expect.poll(() => world.asked).toHaveLength(1);
    world.store.w = {};
    await world.poke('processor:agent-mem');
    expect(spoken(await frames)).toEqual(['error The flow w/f has stopped; ask again when it runs!']);
  });
});

test('what a malformed step of ours carries is left aside', async () => {
  await using world = await startFlowWorld({ model: [final], tools: { kb } });
  const frames = await world.ask({ question: 'What?', agent_mem: { startedAt: 5, steps: 'x' } });
  expect(spoken(frames)).toEqual(['thought done.', 'answer Paris!']);
});
