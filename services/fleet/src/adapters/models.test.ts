import { describe, expect, it } from 'vitest';
import { programConfig } from '../config.ts';
import { openEmbedder, openPreviousEmbedder, openReranker } from './models.ts';

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
    [{ RERANK_URL: 'http://x', RERANK_MODEL_DIR: '/m' }, 'set one of them'],
    [{ RERANK_MODEL_DIR: '/nowhere' }, 'RERANK_MODEL_DIR: '],
  ])('%j stops the start', async (environment, sentence) => {
    await expect(opened(environment as Record<string, string>)).rejects.toMatchObject({
      name: 'UsedWrongly',
      message: expect.stringContaining(sentence),
    });
  });
});

describe('embedders', () => {
  it('are the bundled table and no former one, unless named', async () => {
    expect((await openEmbedder(programConfig({}))).id).toMatch(/^static/);
    expect(await openPreviousEmbedder(programConfig({}))).toBeNull();
  });

  it('behind an address have a model by default; the former one may be the bundled table', async () => {
    const config = programConfig({ EMBEDDINGS_URL: 'http://127.0.0.1:1', PREVIOUS_EMBEDDINGS_URL: 'static' });
    expect((await openEmbedder(config)).id).toBe('openai:text-embedding-3-small');
    expect((await openPreviousEmbedder(config))?.id).toMatch(/^static/);
    const named = programConfig({ PREVIOUS_EMBEDDINGS_URL: 'http://127.0.0.1:1' });
    await expect(openPreviousEmbedder(named)).rejects.toThrow('PREVIOUS_EMBEDDINGS_MODEL is required');
  });
});
