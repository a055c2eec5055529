import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeReranker } from '@agent-mem/llm/contract-suite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEndpointReranker, type RerankServer } from '../src/reranker/index.ts';
import { endlessAnswer } from './double.ts';

interface Asked {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { readonly query: string; readonly documents: readonly string[] } & Readonly<Record<string, unknown>>;
}

/** The share of the query's words that a text holds: what reads both together can tell. */
function shareOf(query: string, text: string): number {
  const words = (of: string) => new Set(of.toLowerCase().match(/\p{L}+/gu) ?? []);
  const asked = words(query);
  const held = words(text);
  return [...asked].filter((word) => held.has(word)).length / asked.size;
}

/** As Cohere, Jina and vLLM answer: the best first, each with its place. */
function cohere({ query, documents }: Asked['body'], scored = (share: number) => share): unknown {
  const results = documents.map((text, index) => ({ index, relevance_score: scored(shareOf(query, text)) }));
  return { id: 'r', results: results.sort((a, b) => b.relevance_score - a.relevance_score) };
}

/** A server that answers as the test says. */
let answer: (asked: Asked, response: ServerResponse) => void;
const asked: Asked[] = [];
const server = createServer(async (request, response) => {
  const one = { path: request.url, authorization: request.headers.authorization, body: await bodyOf(request) };
  asked.push(one);
  answer(one, response);
});
let given: RerankServer;

async function bodyOf(request: IncomingMessage): Promise<Asked['body']> {
  const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  given = { url: `http://127.0.0.1:${port}`, model: 'a-reranker', apiKey: 'secret-key', scores: 'probability' };
});
beforeEach(() => {
  asked.length = 0;
  answer = ({ body }, response) => json(response, cohere(body));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const texts = ['The train leaves', 'Anne likes green tea'];
const rerank = (changes: Partial<RerankServer> = {}, signal = AbortSignal.timeout(10_000)) =>
  createEndpointReranker({ ...given, ...changes }).rerank('Who likes tea?', texts, { signal });

describeReranker('a rerank endpoint', async () => createEndpointReranker(given));

describe('a rerank endpoint', () => {
  it('is asked as Cohere and TEI want to be, at /rerank unless the address has a path, with the key', async () => {
    await rerank();
    expect(asked).toMatchObject([
      {
        path: '/rerank',
        authorization: 'Bearer secret-key',
        body: { model: 'a-reranker', query: 'Who likes tea?', documents: texts, texts, top_n: 2 },
      },
    ]);
    await rerank({ url: `${given.url}/v2/rerank`, apiKey: '', model: '' });
    expect(asked[1]).toMatchObject({ path: '/v2/rerank', authorization: undefined });
    expect(asked[1]?.body).not.toHaveProperty('model');
  });

  it('gives the logits of probabilities, also at their ends', async () => {
    answer = (_, response) =>
      json(response, { results: [0.75, 1].map((relevance_score, index) => ({ index, relevance_score })) });
    const [first, second] = await rerank();
    expect(first).toBeCloseTo(Math.log(3), 9);
    expect(second).toBeGreaterThan(15);
    expect(second).toBeLessThan(Infinity);
  });

  it('takes logits as they are, and refuses them as probabilities, with the remedy', async () => {
    answer = ({ body }, response) =>
      json(
        response,
        cohere(body, (share) => share * 20 - 10),
      );
    expect(await rerank({ scores: 'logit' })).toEqual([-10, expect.closeTo(20 * (2 / 3) - 10)]);
    await expect(rerank()).rejects.toMatchObject({
      type: 'failed-precondition',
      message: expect.stringContaining('RERANK_SCORES=logit'),
    });
  });

  it("understands TEI's bare list", async () => {
    answer = (_, response) =>
      json(response, [
        { index: 1, score: 0.5 },
        { index: 0, score: 0.25 },
      ]);
    expect(await rerank()).toEqual([expect.closeTo(Math.log(1 / 3)), expect.closeTo(0)]);
  });

  it.each([
    ['no list', {}],
    ['too few', { results: [{ index: 0, relevance_score: 1 }] }],
    ['an index twice', { results: [0, 0].map((index) => ({ index, relevance_score: 1 })) }],
    ['an index outside', { results: [0, 7].map((index) => ({ index, relevance_score: 1 })) }],
    ['no score', { results: [{ index: 0 }, { index: 1 }] }],
    ['nothing', null],
  ])('refuses an answer with %s', async (_, body) => {
    answer = (_asked, response) => json(response, body);
    await expect(rerank()).rejects.toMatchObject({ type: 'unavailable', retryable: true });
  });

  it.each([
    [429, 'resource-exhausted', true],
    [503, 'unavailable', true],
    [401, 'failed-precondition', false],
    [404, 'failed-precondition', false],
    [422, 'failed-precondition', false],
  ])('maps %d to %s, and shows no key', async (status, type, retryable) => {
    answer = (_asked, response) => json(response, { detail: 'no secret-key please' }, status);
    const error = await rerank().catch((thrown: unknown) => thrown as Error);
    expect(error).toMatchObject({ type, retryable, cause: { message: expect.stringContaining('no … please') } });
  });

  it('is unavailable when it breaks off, answers no JSON, or is not there', async () => {
    answer = (_asked, response) => response.destroy();
    await expect(rerank()).rejects.toMatchObject({ type: 'unavailable' });
    answer = (_asked, response) => void response.writeHead(200).end('<html>');
    await expect(rerank()).rejects.toMatchObject({ type: 'unavailable' });
    await expect(rerank({ url: 'http://127.0.0.1:1' })).rejects.toMatchObject({ type: 'unavailable' });
  });

  it('is read no further than scores go', async () => {
    answer = (_asked, response) => endlessAnswer(response);
    await expect(rerank()).rejects.toMatchObject({ type: 'unavailable', message: expect.stringContaining('longer than scores') });
  });

  it('is left while it thinks when nobody waits any more', async () => {
    const over = new AbortController();
    answer = () => over.abort();
    await expect(rerank({}, over.signal)).rejects.toMatchObject({ type: 'cancelled' });
  });

  it('must be an http address', () => {
    expect(() => createEndpointReranker({ ...given, url: 'ftp://x' })).toThrow('"ftp://x" is no http address');
  });
});
