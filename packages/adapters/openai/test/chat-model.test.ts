import { once } from 'node:events';
import { type ChatRequest, createPrompts } from '@agent-mem/llm';
import { describeChatModel, suiteCalls } from '@agent-mem/llm/contract-suite';
import { readConfig } from '@agent-mem/runtime';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpenAiChatModel, openChatModel } from '../src/index.ts';
import { variables as settings } from '../src/variables.ts';
import { type Answering, callsAnswer, chatAnswer, type Double, json, openDouble, streamAnswer, streamCalls } from './double.ts';

const variables = { message: 'My wife is Anne.', observations: [] };
const request: ChatRequest = {
  template: 'extract-facts',
  variables,
  messages: createPrompts().render('extract-facts', variables),
};
const signal = new AbortController().signal;
const secret = 'sk-very-secret';

let server: Double;
let answer: Answering;
const model = (apiKey = secret) => createOpenAiChatModel({ url: server.url, model: 'small', apiKey });

beforeEach(async () => {
  answer = ({ body }, response) =>
    body.stream === true ? streamAnswer(response, ['The red ', 'door.']) : json(response, 200, chatAnswer('The red door.'));
  server = await openDouble((received, response, index) => answer(received, response, index));
});
afterEach(() => server[Symbol.asyncDispose]());

/** The calls of the suite as a server writes them, under the names that the API takes. */
const answerCalls: Answering = ({ body }, response) => {
  const named = suiteCalls.map((call) => ({ ...call, name: call.name.replace('.', '_') }));
  if (body.stream !== true) return json(response, 200, callsAnswer(named));
  // The arguments of both come in turns, piece by piece.
  const begun = named.map(({ name }, index) => ({ index, id: `c${index}`, function: { name, arguments: '' } }));
  const texts = named.map(({ arguments: text }) => text);
  const pieces = [0, 1, 2, 3].flatMap((part) =>
    texts.map((text, index) => ({
      index,
      function: { arguments: text.slice(part * 12, part === 3 ? undefined : part * 12 + 12) },
    })),
  );
  streamCalls(response, [...begun, ...pieces]);
};

describeChatModel('openai', async () => model(), {
  openCalling: async () => {
    answer = answerCalls;
    return model();
  },
});

describe('functions', () => {
  const tools = ['look.up', 'look_up'].map((name) => ({ name, description: 'Looks', parameters: { type: 'object' } }));
  const calling = { ...request, tools };

  it('are sent under names that the API takes, each its own, and called by those that they have here', async () => {
    answer = (_, response) =>
      json(
        response,
        200,
        callsAnswer([
          { name: 'look_up_2', arguments: '{}' },
          { name: 'look_up', arguments: '' },
        ]),
      );
    const onCalls = vi.fn();
    await model().generate(calling, { signal, onCalls });
    const sent = JSON.stringify(server.received[0]?.body.tools).match(/(?<="name":")[^"]+/g);
    expect(sent).toEqual(['look_up', 'look_up_2']);
    expect(onCalls.mock.calls).toEqual([
      [
        [
          { name: 'look_up', arguments: '{}' },
          { name: 'look.up', arguments: '' },
        ],
      ],
    ]);
  });

  it.each([
    ['a number', (index: number) => ({ index })],
    ['an id alone', (index: number) => ({ id: `c${index}` })],
    ['an id beside the number 0', (index: number) => ({ index: 0, id: `c${index}` })],
  ])('of a stream are told apart by %s', async (_, mark) => {
    answer = (_received, response) =>
      streamCalls(
        response,
        [0, 1].map((index) => ({ ...mark(index), function: { name: `f${index}`, arguments: `{"n":${index}}` } })),
      );
    const onCalls = vi.fn();
    await Array.fromAsync(model().stream(calling, { signal, onCalls }));
    expect(onCalls.mock.calls).toEqual([[[0, 1].map((index) => ({ name: `f${index}`, arguments: `{"n":${index}}` }))]]);
  });

  it.each([
    [400, 'registry.ollama.ai/library/phi does not support tools'],
    [400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
    [500, 'tools param requires --jinja flag'],
  ])('are not sent again to a server that answers %i: %s', async (status, message) => {
    answer = ({ body }, response) => {
      if ('tools' in body) json(response, status, { error: { message } });
      else if (body.stream === true) streamAnswer(response, ['Action: ', 'look.up']);
      else json(response, 200, chatAnswer('Action: look.up'));
    };
    const asked = model();
    expect(await asked.generate(calling, { signal })).toBe('Action: look.up');
    const before = server.received.length;
    expect((await Array.fromAsync(asked.stream(calling, { signal }))).join('')).toBe('Action: look.up');
    expect(server.received.slice(before).map(({ body }) => 'tools' in body)).toEqual([false]);
  });

  it('whose arguments are too long are refused while they are read', async () => {
    const asked = createOpenAiChatModel({ url: server.url, model: 'small', apiKey: '' }, 1_024);
    const piece = { index: 0, id: 'c', function: { name: 'f', arguments: 'x'.repeat(600) } };
    answer = (_, response) => streamCalls(response, [piece, piece]);
    await expect(Array.fromAsync(asked.stream(calling, { signal }))).rejects.toMatchObject({ type: 'failed-precondition' });
  });
});

describe('what the server is sent', () => {
  it('has the model, the messages, the limits and the key', async () => {
    await model().generate({ ...request, stop: ['Observation:'], maxTokens: 20, temperature: 0 }, { signal });
    expect(server.received[0]).toMatchObject({
      path: '/v1/chat/completions',
      authorization: `Bearer ${secret}`,
      body: { model: 'small', messages: request.messages, stop: ['Observation:'], max_tokens: 20, temperature: 0 },
    });
  });

  it('has no key where there is none', async () => {
    await model('').generate(request, { signal });
    expect(server.received[0]?.authorization).toBeUndefined();
  });

  it('goes to an address with a path as it is', async () => {
    await createOpenAiChatModel({ url: `${server.url}/api/v3/`, model: 'small', apiKey: '' }).generate(request, { signal });
    expect(server.received[0]?.path).toBe('/api/v3/chat/completions');
  });

  it('leaves out what the server refuses, and does not try it again', async () => {
    const refused = ['response_format', 'max_tokens', 'stop'];
    const forms: unknown[] = [];
    answer = ({ body }, response) => {
      forms.push((body.response_format as { type: string } | undefined)?.type);
      const bad = refused.find((name) => name in body);
      if (bad === undefined) return json(response, 200, chatAnswer('["a fact"]'));
      json(response, 400, { error: { message: `Unsupported parameter: '${bad}'`, param: bad } });
    };
    const limits = { schema: { name: 'facts', schema: { type: 'array' } }, maxTokens: 9, stop: ['\nfact'] };
    const asked = model();
    expect(await asked.generate({ ...request, ...limits }, { signal })).toBe('["a fact"]');
    expect(server.received.at(-1)?.body).toMatchObject({ max_completion_tokens: 9 });
    expect(forms).toEqual(['json_schema', 'json_object', undefined, undefined, undefined]);
    const before = server.received.length;
    await asked.generate({ ...request, ...limits }, { signal });
    expect(server.received.length).toBe(before + 1);
  });
});

describe('what a call took', () => {
  const usage = { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 };
  const took = { tokensIn: 12, tokensOut: 3, isEstimated: false };

  it('is reported as the server says it, whole and streamed', async () => {
    answer = ({ body }, response) => {
      if (body.stream !== true) return json(response, 200, { ...(chatAnswer('Red.') as object), usage });
      const isAsked = JSON.stringify(body.stream_options) === '{"include_usage":true}';
      streamAnswer(response, ['Red', '.'], true, isAsked ? usage : undefined);
    };
    const onUsage = vi.fn();
    await model().generate(request, { signal, onUsage });
    expect((await Array.fromAsync(model().stream(request, { signal, onUsage }))).join('')).toBe('Red.');
    expect(onUsage.mock.calls).toEqual([[took], [took]]);
  });

  it('is not reported where the server says nothing of it', async () => {
    const onUsage = vi.fn();
    await model().generate(request, { signal, onUsage });
    await Array.fromAsync(model().stream(request, { signal, onUsage }));
    expect(onUsage).not.toHaveBeenCalled();
  });

  it.each([
    [400, { message: 'Unrecognized request argument supplied: stream_options', param: null }],
    [422, { message: 'body: Extra inputs are not permitted' }],
  ])('is not asked for again of a server that answers %i to that', async (status, error) => {
    answer = ({ body }, response) =>
      'stream_options' in body ? json(response, status, { error }) : streamAnswer(response, ['Red', '.']);
    const asked = model();
    expect((await Array.fromAsync(asked.stream(request, { signal }))).join('')).toBe('Red.');
    await Array.fromAsync(asked.stream(request, { signal }));
    expect(server.received.map(({ body }) => 'stream_options' in body)).toEqual([true, false, false]);
  });
});

describe('an answer', () => {
  it('ends before a stop also when the server writes on', async () => {
    answer = ({ body }, response) =>
      body.stream === true
        ? streamAnswer(response, ['Thought: go\nObs', 'erv', 'ation: none'])
        : json(response, 200, chatAnswer('Thought: go\nObservation: none'));
    const stopping = { ...request, stop: ['\nObservation:'] };
    expect(await model().generate(stopping, { signal })).toBe('Thought: go');
    expect((await Array.fromAsync(model().stream(stopping, { signal }))).join('')).toBe('Thought: go');
  });

  it('comes in the pieces the server sends', async () => {
    expect(await Array.fromAsync(model().stream(request, { signal }))).toEqual(['The red ', 'door.']);
  });

  it.each([
    [400, 'failed-precondition', false],
    [401, 'failed-precondition', false],
    [403, 'failed-precondition', false],
    [404, 'failed-precondition', false],
    [408, 'unavailable', true],
    [429, 'resource-exhausted', true],
    [500, 'unavailable', true],
    [503, 'unavailable', true],
  ])('with status %i is %s', async (status, type, retryable) => {
    answer = (_, response) => json(response, status, { error: { message: `Incorrect API key provided: ${secret}` } });
    const refusal = await model()
      .generate(request, { signal })
      .catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'OperationError', type, retryable });
    expect(await Array.fromAsync(model().stream(request, { signal })).catch((error: unknown) => error)).toMatchObject({ type });
    expect(JSON.stringify(refusal, ['message', 'cause', 'stack'])).not.toContain(secret);
  });

  it('that a used-up quota refuses is not to be asked for again, unlike that of a server with too much to do', async () => {
    const error = { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' };
    answer = (_, response) => json(response, 429, { error });
    const refusal = { message: "The quota at the model's server is used up (insufficient_quota)", retryable: false };
    await expect(model().generate(request, { signal })).rejects.toMatchObject(refusal);
    await expect(Array.fromAsync(model().stream(request, { signal }))).rejects.toMatchObject(refusal);
  });

  it('that failed is asked for once: those who ask repeat it', async () => {
    answer = (_, response) => json(response, 500, {});
    await expect(model().generate(request, { signal })).rejects.toMatchObject({ type: 'unavailable' });
    await expect(Array.fromAsync(model().stream(request, { signal }))).rejects.toMatchObject({ type: 'unavailable' });
    expect(server.received.length).toBe(2);
  });

  it('that says when to ask again says so in the error', async () => {
    answer = (_, response) => {
      response.setHeader('retry-after', '20');
      json(response, 429, {});
    };
    await expect(model().generate(request, { signal })).rejects.toMatchObject({
      message: "The model's server has too much to do, or its quota is used up (429); ask again in 20 s",
      retryAfterMs: 20_000,
    });
  });

  it.each([
    ['HTML', (response: Parameters<Answering>[1]) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>')],
    [
      'broken JSON',
      (response: Parameters<Answering>[1]) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"choi'),
    ],
    ['another shape', (response: Parameters<Answering>[1]) => json(response, 200, { choices: [] })],
    ['a closed connection', (response: Parameters<Answering>[1]) => response.destroy()],
  ])('that is %s is unavailable', async (_, send) => {
    answer = (_received, response) => void send(response);
    await expect(model().generate(request, { signal })).rejects.toMatchObject({ type: 'unavailable', retryable: true });
    await expect(Array.fromAsync(model().stream(request, { signal }))).rejects.toMatchObject({ type: 'unavailable' });
  });

  it('that breaks off in the middle of a stream is unavailable', async () => {
    answer = (_, response) => streamAnswer(response, ['The red '], false);
    await expect(Array.fromAsync(model().stream(request, { signal }))).rejects.toMatchObject({
      type: 'unavailable',
      retryable: true,
    });
  });

  it('that is too long is refused while it is read', async () => {
    const asked = createOpenAiChatModel({ url: server.url, model: 'small', apiKey: '' }, 1_024);
    const piece = 'x'.repeat(1_000);
    let written = 0;
    answer = async ({ body }, response) => {
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      response.writeHead(200, { 'content-type': body.stream === true ? 'text/event-stream' : 'application/json' });
      if (body.stream !== true) response.write('{"choices":[{"message":{"content":"');
      const line = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: piece } }] })}\n\n`;
      while (!response.destroyed && written < 100_000_000) {
        const text = body.stream === true ? line : piece;
        written += text.length;
        if (!response.write(text)) await once(response, 'drain', { signal: gone.signal }).catch(() => {});
      }
      response.end();
    };
    const refusal = { type: 'failed-precondition', message: "The model's server wrote more than MODEL_ANSWER_MAX_BYTES" };
    await expect(Array.fromAsync(asked.stream(request, { signal }))).rejects.toMatchObject(refusal);
    await expect(asked.generate(request, { signal })).rejects.toMatchObject(refusal);
    expect(written).toBeLessThan(50_000_000);
  });

  it('that is too long in one line of a stream is refused, too', async () => {
    const asked = createOpenAiChatModel({ url: server.url, model: 'small', apiKey: '' }, 1_024);
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`data: ${'x'.repeat(1_000_000)}`);
    };
    await expect(Array.fromAsync(asked.stream(request, { signal }))).rejects.toMatchObject({ type: 'failed-precondition' });
  });

  it('that sends the request on is followed on its own host, three times', async () => {
    const hops = (most: number) => (index: number) => (index < most ? `/v1/hop${index}` : null);
    const redirecting = (locationOf: (index: number) => string | null): Answering => {
      return (_, response, index) => {
        const location = locationOf(index);
        if (location === null) return json(response, 200, chatAnswer('yes'));
        response.writeHead(307, { location }).end();
      };
    };
    answer = redirecting(hops(3));
    expect(await model().generate(request, { signal })).toBe('yes');
    expect(server.received.at(-1)?.body).toMatchObject({ messages: request.messages });
    const before = server.received.length;
    answer = redirecting(() => '/v1/again');
    await expect(model().generate(request, { signal })).rejects.toMatchObject({
      type: 'failed-precondition',
      message: "The model's server sent a request on more than 3 times",
    });
    expect(server.received.length).toBe(before + 4);
  });

  it('that sends the request on to another host is refused, and the key stays here', async () => {
    await using other = await openDouble((_, response) => json(response, 200, chatAnswer('no')));
    answer = (_, response) => void response.writeHead(307, { location: other.url.replace('127.0.0.1', 'localhost') }).end();
    await expect(model().generate(request, { signal })).rejects.toMatchObject({
      type: 'failed-precondition',
      message: expect.stringContaining('another host'),
    });
    expect(other.received).toEqual([]);
  });

  it('that does not come is given up when the signal says so', async () => {
    const stop = new AbortController();
    answer = () => stop.abort();
    await expect(model().generate(request, { signal: stop.signal })).rejects.toMatchObject({ type: 'cancelled' });
  });

  it('that takes as long as MODEL_TIMEOUT_MS may be is waited for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const asked = Promise.withResolvers<() => void>();
      answer = (_, response) => asked.resolve(() => json(response, 200, chatAnswer('The red door.')));
      const generating = model().generate(request, { signal });
      const answerNow = await asked.promise;
      vi.advanceTimersByTime(3_600_000 - 1);
      answerNow();
      expect(await generating).toBe('The red door.');
    } finally {
      vi.useRealTimers();
    }
  });

  it('that stops coming in the middle of a stream is given up when the signal says so', async () => {
    const stop = new AbortController();
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: 'The' } }] })}\n\n`);
    };
    const read = async () => {
      for await (const _ of model().stream(request, { signal: stop.signal })) stop.abort();
    };
    await expect(read()).rejects.toMatchObject({ type: 'cancelled' });
  });
});

it('refuses an address that is none', () => {
  expect(() => createOpenAiChatModel({ url: 'localhost:8080', model: 'small', apiKey: '' })).toThrow(
    '"localhost:8080" is no http address',
  );
});

it('another model of the server is asked where LLM_MODELS names it, and no other', async () => {
  const config = readConfig(settings, { LLM_URL: server.url, LLM_MODEL: 'small', LLM_MODELS: 'large, larger' });
  const opened = openChatModel(config);
  const large = opened.named?.('large');
  expect(large?.id).toBe('openai:large');
  await large?.generate(request, { signal });
  expect(server.received.at(-1)?.body.model).toBe('large');
  expect(opened.named?.('large')).toBe(large);
  expect(() => opened.named?.('huge')).toThrow('model: huge is not one of LLM_MODELS');
  expect(openChatModel({ ...config, LLM_MODELS: '*' }).named?.('huge').id).toBe('openai:huge');
});
