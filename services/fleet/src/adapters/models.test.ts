import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { programConfig } from '../config.ts';
import { openChatModel, openEmbedder, openPreviousEmbedder, openReranker, openSummaryModel } from './models.ts';

it('LLM_MODEL without LLM_URL stops the start: rules would answer in its place', async () => {
  await expect(openChatModel(programConfig({ LLM_MODEL: 'llama3.2' }))).rejects.toMatchObject({
    name: 'UsedWrongly',
    message: 'LLM_MODEL names a model of the server at LLM_URL; set LLM_URL too',
  });
});

describe('SUMMARY_MODEL', () => {
  const opened = async (environment: Readonly<Record<string, string>>) => {
    const config = programConfig(environment);
    const chatModel = await openChatModel(config);
    return { chatModel, summaryModel: await openSummaryModel(config, chatModel) };
  };

  it('is the chat model unless another of its server is named', async () => {
    const models = { LLM_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'm' };
    const same = await opened(models);
    expect(same.summaryModel).toBe(same.chatModel);
    expect(await opened({ ...models, SUMMARY_MODEL: 'cheap' })).toMatchObject({
      chatModel: { id: 'openai:m' },
      summaryModel: { id: 'openai:cheap' },
    });
  });

  it('without LLM_URL stops the start', async () => {
    await expect(opened({ SUMMARY_MODEL: 'cheap' })).rejects.toMatchObject({
      name: 'UsedWrongly',
      message: expect.stringContaining('set LLM_URL too'),
    });
  });
});

describe('the reranker', () => {
  const opened = (environment: Readonly<Record<string, string>>) => openReranker(programConfig(environment));

  it('is none unless one is named', async () => {
    expect(await opened({})).toBeNull();
  });

  it('is what answers at RERANK_URL', async () => {
    expect(await opened({ RERANK_URL: 'http://127.0.0.1:1', RERANK_MODEL: 'm' })).toMatchObject({ id: 'rerank:m' });
  });

  it.each([
    [{ RERANK_URL: 'ftp://x' }, 'RERANK_URL must start with http'],
    [{ RERANK_URL: 'http://u:p@x' }, 'RERANK_URL must have no user and no password; the key is RERANK_API_KEY'],
    [{ RERANK_URL: 'http://x', RERANK_MODEL_DIR: '/m' }, 'set one of them'],
    [{ RERANK_MODEL: 'm' }, 'set RERANK_URL too'],
    [{ RERANK_MODEL: 'm', RERANK_MODEL_DIR: '/m' }, 'set RERANK_URL too'],
    [{ RERANK_MODEL_DIR: '/nowhere' }, 'RERANK_MODEL_DIR: '],
  ])('%j stops the start', async (environment, sentence) => {
    await expect(opened(environment as Record<string, string>)).rejects.toMatchObject({
      name: 'UsedWrongly',
      message: expect.stringContaining(sentence),
    });
  });
});

describe('EMBEDDINGS_DIMENSION', () => {
  it('of another number than the bundled table has stops the start', async () => {
    const { dimensions } = await openEmbedder(programConfig({}));
    await expect(openEmbedder(programConfig({ EMBEDDINGS_DIMENSION: String(dimensions) }))).resolves.toMatchObject({
      dimensions,
    });
    await expect(openEmbedder(programConfig({ EMBEDDINGS_DIMENSION: '7' }))).rejects.toMatchObject({
      name: 'UsedWrongly',
      message: expect.stringMatching(
        `^EMBEDDINGS_DIMENSION is 7: static.* makes vectors of ${dimensions} numbers; set EMBEDDINGS_URL `,
      ),
    });
  });

  it('of another number than a server has stops the start; a server that is away does not', async () => {
    await using server = await startEmbedder(3);
    const of = (EMBEDDINGS_URL: string, EMBEDDINGS_DIMENSION: string) =>
      openEmbedder(programConfig({ EMBEDDINGS_URL, EMBEDDINGS_DIMENSION }));
    expect((await of(server.url, '3')).id).toBe('openai:text-embedding-3-small:3');
    await expect(of(server.url, '4')).rejects.toThrow(
      'EMBEDDINGS_DIMENSION is 4: The model "text-embedding-3-small" makes vectors of 3',
    );
    await expect(of('http://127.0.0.1:1', '4')).resolves.toMatchObject({ dimensions: 4 });
  });
});

/** A server of embeddings of so many numbers. */
async function startEmbedder(dimensions: number) {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const data = [{ object: 'embedding', index: 0, embedding: Array.from({ length: dimensions }, () => 1) }];
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'list', model: 'm', data }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await promisify(server.close.bind(server))();
    },
  };
}

describe('embedders', () => {
  it('are the bundled table and no former one, unless named', async () => {
    expect((await openEmbedder(programConfig({}))).id).toMatch(/^static/);
    expect(await openPreviousEmbedder(programConfig({}))).toBeNull();
  });

  it.each(['EMBEDDINGS', 'PREVIOUS_EMBEDDINGS'])('%s_MODEL without its URL stops the start', async (prefix) => {
    const config = programConfig({ [`${prefix}_MODEL`]: 'nomic-embed-text' });
    await expect(prefix === 'EMBEDDINGS' ? openEmbedder(config) : openPreviousEmbedder(config)).rejects.toMatchObject({
      name: 'UsedWrongly',
      message: expect.stringContaining(`set ${prefix}_URL too`),
    });
  });

  it('behind an address have a model by default; the former one may be the bundled table', async () => {
    const config = programConfig({ EMBEDDINGS_URL: 'http://127.0.0.1:1', PREVIOUS_EMBEDDINGS_URL: 'static' });
    expect((await openEmbedder(config)).id).toBe('openai:text-embedding-3-small');
    expect((await openPreviousEmbedder(config))?.id).toMatch(/^static/);
    const named = programConfig({ PREVIOUS_EMBEDDINGS_URL: 'http://127.0.0.1:1' });
    await expect(openPreviousEmbedder(named)).rejects.toThrow('PREVIOUS_EMBEDDINGS_MODEL is required');
  });
});
