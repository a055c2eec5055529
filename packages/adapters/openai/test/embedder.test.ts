import { describeEmbedder } from '@agent-mem/llm/contract-suite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOpenAiEmbedder } from '../src/index.ts';
import { type Answering, type Double, embeddingAnswer, endlessAnswer, json, openDouble, type Received } from './double.ts';

const signal = new AbortController().signal;
const inputOf = ({ body }: Received) => body.input as readonly string[];

let server: Double;
let answer: Answering;
const embedder = (dimensions?: number) =>
  createOpenAiEmbedder({ url: server.url, model: 'tiny', apiKey: '', ...(dimensions === undefined ? {} : { dimensions }) });

beforeEach(async () => {
  answer = (received, response) => json(response, 200, embeddingAnswer(inputOf(received)));
  server = await openDouble((received, response, index) => answer(received, response, index));
});
afterEach(() => server[Symbol.asyncDispose]());

describeEmbedder('openai', async () => embedder());

describe('dimensions', () => {
  it('are learned from the first answer and are part of the id', async () => {
    const one = embedder();
    expect([one.id, one.dimensions]).toEqual(['openai:tiny', 0]);
    await one.embed(['text'], { signal });
    expect([one.id, one.dimensions]).toEqual(['openai:tiny:8', 8]);
  });

  it('that are given are known at once, and an answer with others is refused', async () => {
    const one = embedder(16);
    expect(one.id).toBe('openai:tiny:16');
    await expect(one.embed(['text'], { signal })).rejects.toMatchObject({
      type: 'failed-precondition',
      message:
        'The model "tiny" makes vectors of 8 numbers, and not of 16: set EMBEDDINGS_DIMENSION to 8 or to nothing, or EMBEDDINGS_MODEL to a model that makes such vectors',
    });
  });

  it('that were learned stay, an answer with others is refused with what to do, and a mended server is used again', async () => {
    const one = embedder();
    await one.embed(['text'], { signal });
    const right = answer;
    answer = (received, response) => json(response, 200, embeddingAnswer(inputOf(received), 12));
    await expect(one.embed(['text'], { signal })).rejects.toMatchObject({
      type: 'failed-precondition',
      message:
        'The model "tiny" makes vectors of 12 numbers, and not of 8 as before: mend its server; or if 12 is right, restart agent-mem and run "agent-mem reindex"',
    });
    answer = right;
    expect((await one.embed(['text'], { signal }))[0]).toHaveLength(8);
  });
});

describe('texts', () => {
  it('go in batches of 64 and come back in order; empty ones are not sent', async () => {
    const texts = Array.from({ length: 150 }, (_, index) => (index === 7 ? ' ' : `text number ${index}`));
    const vectors = await embedder().embed(texts, { signal });
    expect(server.received.map((received) => inputOf(received).length)).toEqual([64, 64, 21]);
    expect(vectors[7]?.every((value) => value === 0)).toBe(true);
    const [last] = await embedder().embed(['text number 149'], { signal });
    expect(vectors[149]).toEqual(last);
  });

  it.each([400, 413, 422])('too long for the model (%i) go again, cut, and do not take others with them', async (status) => {
    answer = (received, response) =>
      inputOf(received).some((text) => text.length > 2_000)
        ? json(response, status, { error: { message: 'input is too long' } })
        : json(response, 200, embeddingAnswer(inputOf(received)));
    const vectors = await embedder().embed(['short', 'long '.repeat(1_000)], { signal });
    expect(vectors).toHaveLength(2);
    expect(vectors[0]).toEqual((await embedder().embed(['short'], { signal }))[0]);
  });
});

it('more texts than the server takes at once go in parts', async () => {
  answer = (received, response) =>
    inputOf(received).length > 32
      ? json(response, 413, { error: { message: 'batch size 64 > maximum allowed batch size 32' } })
      : json(response, 200, embeddingAnswer(inputOf(received)));
  const texts = Array.from({ length: 64 }, (_, index) => `text number ${index}`);
  expect((await embedder().embed(texts, { signal })).filter((vector) => vector !== null)).toHaveLength(64);
  expect(server.received.map((received) => inputOf(received).length)).toEqual([64, 32, 32]);
});

it('a text that the server refuses, also cut, has no vector, and takes no others with it', async () => {
  answer = (received, response) =>
    inputOf(received).some((text) => text.startsWith('poison'))
      ? json(response, 400, { error: { message: 'not allowed' } })
      : json(response, 200, embeddingAnswer(inputOf(received)));
  const [before, poison, after] = await embedder().embed(['before', 'poison '.repeat(1_000), 'after'], { signal });
  expect(poison).toBeNull();
  expect([before, after]).toEqual(await embedder().embed(['before', 'after'], { signal }));
});

it.each([
  [401, 'failed-precondition'],
  [429, 'resource-exhausted'],
  [500, 'unavailable'],
])('status %i is %s, without asking twice', async (status, type) => {
  answer = (_, response) => json(response, status, {});
  await expect(embedder().embed(['text'], { signal })).rejects.toMatchObject({ type });
  expect(server.received).toHaveLength(1);
});

it.each([
  ['too few vectors', { data: [] }],
  ['no list', { hello: 'world' }],
  ['vectors of words', { data: [{ index: 0, embedding: ['a'] }] }],
  ['vectors with gaps', { data: [{ index: 0, embedding: [1, null] }] }],
  ['no vector', { data: [null] }],
])('an answer with %s is unavailable', async (_, body) => {
  answer = (_received, response) => json(response, 200, body);
  await expect(embedder().embed(['text'], { signal })).rejects.toMatchObject({
    type: 'unavailable',
    message: expect.stringContaining("did not answer as OpenAI's API does"),
  });
});

it('an answer without an end is read no further than vectors go', async () => {
  answer = (_, response) => endlessAnswer(response);
  await expect(embedder().embed(['text'], { signal })).rejects.toMatchObject({
    type: 'unavailable',
    message: expect.stringContaining('longer than vectors are'),
  });
});
