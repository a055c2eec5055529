import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { programConfig } from '../config.ts';
import { chatModelFinding, previousEmbedderFinding, rerankerFinding, summaryModelFinding } from './models.ts';

/** A server that lists these models and accepts this key, and refuses all else. */
async function startModels() {
  const server = createServer(({ url, headers }, response) => {
    response.statusCode = url !== '/v1/models' ? 404 : headers.authorization === 'Bearer good' ? 200 : 401;
    response.end(JSON.stringify({ data: [{ id: 'one' }, { id: 'two' }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`,
    [Symbol.dispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const unlimited = new AbortController().signal;

async function found(model: string, key: string) {
  using server = await startModels();
  return await chatModelFinding(programConfig({ LLM_URL: server.url, LLM_MODEL: model, LLM_API_KEY: key }), unlimited);
}

it('a model is judged by what its server says', async () => {
  expect(await found('two', 'good')).toMatchObject({ state: 'ok' });
  expect(await found('three', 'good')).toMatchObject({ state: 'warn', remedy: 'set LLM_MODEL to one of one, two' });
  expect(await found('two', 'bad')).toMatchObject({ state: 'fail', remedy: expect.stringContaining('LLM_API_KEY') });
  expect(await found('', 'good')).toMatchObject({ state: 'fail', remedy: expect.stringContaining('LLM_MODEL') });
});

it('a model without its server is one that stops the start', async () => {
  const finding = await chatModelFinding(programConfig({ LLM_MODEL: 'two' }), unlimited);
  expect(finding).toMatchObject({ state: 'fail', remedy: 'set LLM_URL to the server of that model' });
});

it('does not repeat a password that stands in LLM_URL', async () => {
  const config = programConfig({ LLM_URL: 'http://anne:secret@127.0.0.1:1/v1', LLM_MODEL: 'm' });
  const finding = await chatModelFinding(config, AbortSignal.timeout(20_000));
  expect(finding).toMatchObject({ state: 'fail', says: 'LLM_URL must have no user and no password; the key is LLM_API_KEY' });
  expect(JSON.stringify(finding)).not.toContain('secret');
  const summary = await summaryModelFinding(
    programConfig({ LLM_URL: config.LLM_URL, LLM_MODEL: 'm', SUMMARY_MODEL: 's' }),
    unlimited,
  );
  expect(summary).toMatchObject({ what: 'summary model', state: 'fail' });
  expect(JSON.stringify(summary)).not.toContain('secret');
});

it('looks at another model for summaries, at the embedder before and at the reranker where there is one', async () => {
  const none = programConfig({ LLM_MODEL: 'two', SUMMARY_MODEL: 'two' });
  for (const finding of [summaryModelFinding, previousEmbedderFinding, rerankerFinding])
    expect(await finding(none, unlimited)).toBeNull();
  using server = await startModels();
  const { url } = server;
  const written = { LLM_URL: url, LLM_MODEL: 'two', LLM_API_KEY: 'good' };
  const summary = (SUMMARY_MODEL: string) => summaryModelFinding(programConfig({ ...written, SUMMARY_MODEL }), unlimited);
  expect(await summary('one')).toEqual({ what: 'summary model', state: 'ok', says: `one at ${url}`, remedy: '' });
  expect(await summary('three')).toMatchObject({ state: 'warn', remedy: 'set SUMMARY_MODEL to one of one, two' });
  expect(await summaryModelFinding(programConfig({ SUMMARY_MODEL: 'one' }), unlimited)).toMatchObject({ state: 'fail' });
  expect(await previousEmbedderFinding(programConfig({ PREVIOUS_EMBEDDINGS_URL: 'static' }), unlimited)).toMatchObject({
    state: 'ok',
    says: expect.stringMatching(/^static/),
  });
  const before = programConfig({ PREVIOUS_EMBEDDINGS_URL: url, PREVIOUS_EMBEDDINGS_MODEL: 'e' });
  expect(await previousEmbedderFinding(before, unlimited)).toMatchObject({ what: 'embedder before', state: 'fail' });
  const reranked = programConfig({ RERANK_URL: url, RERANK_MODEL: 'r' });
  expect(await rerankerFinding(reranked, unlimited)).toMatchObject({ what: 'reranker', state: 'fail' });
});
