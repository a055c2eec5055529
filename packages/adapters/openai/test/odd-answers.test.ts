import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpenAiChatModel } from '../src/index.ts';
import { type Answering, type Double, json, openDouble } from './double.ts';

const request = { template: 'react', variables: {}, messages: [{ role: 'user', content: 'Which one?' }] } as const;
const signal = new AbortController().signal;
const calling = {
  ...request,
  tools: [{ name: 'look_up', description: '', parameters: { type: 'object', properties: {} } }],
};

let answer: Answering;
let server: Double;
beforeEach(async () => {
  server = await openDouble((...args) => answer(...args));
});
afterEach(() => server[Symbol.asyncDispose]());

/** Answers with this message, as a whole or as one piece of a stream. */
function answering(message: object, finish: string | null = 'stop'): void {
  answer = ({ body }, response) => {
    if (body.stream !== true) return json(response, 200, { choices: [{ index: 0, message, finish_reason: finish }] });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: message, finish_reason: null }] })}\n\n`);
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: finish }] })}\n\n`);
    response.end('data: [DONE]\n\n');
  };
}

const ways = [['whole'], ['streamed']] as const;

/** What one question gives: its text, its calls, and whether it was cut off. */
async function ask(way: 'whole' | 'streamed', stop: readonly string[] = []) {
  const model = createOpenAiChatModel({ url: server.url, model: 'small', apiKey: '' });
  const [onCalls, onCutOff] = [vi.fn(), vi.fn()];
  const options = { signal, onCalls, onCutOff };
  const asked = { ...calling, stop };
  const text =
    way === 'whole' ? await model.generate(asked, options) : (await Array.fromAsync(model.stream(asked, options))).join('');
  return { text, calls: onCalls.mock.calls.flat(2), isCutOff: onCutOff.mock.calls.length === 1 };
}

describe.each(ways)('an answer that comes %s', (way) => {
  it('in parts is the text of the parts, without what was thought', async () => {
    const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] };
    answering({ content: [thinking, { type: 'text', text: 'The red ' }, { type: 'text', text: 'one.' }] });
    expect(await ask(way)).toMatchObject({ text: 'The red one.', calls: [] });
  });

  it.each([
    [{}],
    [[null]],
    [[{ id: 'a', type: 'function', function: null }]],
    [[{ id: 'a', function: { arguments: '{}' } }]],
    [[{ id: 'a', function: { name: 7, arguments: '{}' } }]],
  ])('with %j for calls calls nothing', async (tool_calls) => {
    answering({ content: 'The red one.', tool_calls });
    expect(await ask(way)).toMatchObject({ text: 'The red one.', calls: [] });
  });

  it.each([
    ['{"a":1}', '{"a":1}'],
    [{ a: 1 }, '{"a":1}'],
    [['a'], '["a"]'],
    [7, '7'],
    [null, ''],
  ])('has arguments of a call as text, also where they are %j', async (written, read) => {
    answering(
      { content: null, tool_calls: [{ index: 0, id: 'a', function: { name: 'look_up', arguments: written } }] },
      'tool_calls',
    );
    expect((await ask(way)).calls).toEqual([{ name: 'look_up', arguments: read }]);
  });

  it.each(['length', 'content_filter'])('and ends for the reason %s is cut off', async (finish) => {
    answering({ content: 'The red o' }, finish);
    expect(await ask(way)).toMatchObject({ text: 'The red o', isCutOff: true });
    answering({ content: 'The red one.\nObservation: and so on and o' }, finish);
    expect(await ask(way, ['\nObservation:'])).toMatchObject({ text: 'The red one.', isCutOff: false });
    answering({ content: 'The red one.' });
    expect(await ask(way)).toMatchObject({ isCutOff: false });
  });

  it.each([
    ['length', /limit of tokens before it wrote anything/],
    ['content_filter', /filter .* let nothing/],
  ])('and is empty for the reason %s is a refusal that says why', async (finish, message) => {
    answering({ content: '' }, finish);
    await expect(ask(way)).rejects.toMatchObject({ type: 'failed-precondition', message: expect.stringMatching(message) });
  });

  it.each(['error', 'abort'])('and ends for the reason %s has failed', async (finish) => {
    answering({ content: 'The red o' }, finish);
    await expect(ask(way)).rejects.toMatchObject({ type: 'unavailable', retryable: true });
  });
});

describe.each(ways)('an error under the status 200 where an answer is wanted %s', (way) => {
  const reporting = (error: object): void => {
    answer = ({ body }, response) => {
      if (body.stream !== true) return json(response, 200, { error });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${JSON.stringify({ error })}\n\ndata: [DONE]\n\n`);
    };
  };

  it.each([
    [{ message: 'Slow down', code: 429 }, 'resource-exhausted', /429/],
    [{ message: 'No instances', code: '503' }, 'unavailable', /failed \(503\)/],
    [{ message: 'Overloaded' }, 'unavailable', /reported an error/],
    [{ message: 'No', type: 'invalid_request_error', code: 'bad' }, 'failed-precondition', /refused/],
  ])('is what it says: %j', async (error, type, message) => {
    reporting(error);
    await expect(ask(way)).rejects.toMatchObject({ type, message: expect.stringMatching(message) });
  });
});

it('an answer that is no stream where one is wanted is called so', async () => {
  answer = (_, response) => json(response, 200, { choices: [{ index: 0, message: { content: 'yes' }, finish_reason: 'stop' }] });
  await expect(ask('streamed')).rejects.toMatchObject({
    type: 'unavailable',
    message: expect.stringMatching('no stream of events'),
  });
});

it.each([
  [400, "This model's maximum context length is 4096 tokens. However, your messages resulted in 9000 tokens"],
  [400, 'the request exceeds the available context size. try increasing the context size'],
  [413, 'Request too large'],
])('a prompt that is too long for the model (%i, %s) is refused with what to lower', async (status, message) => {
  answer = (_, response) => json(response, status, { error: { message, param: 'messages' } });
  await expect(ask('whole')).rejects.toMatchObject({
    type: 'failed-precondition',
    message: expect.stringContaining('lower MEMORY_CONTEXT_TOKENS'),
  });
});
