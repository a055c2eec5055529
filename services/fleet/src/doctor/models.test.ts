import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { programConfig } from '../config.ts';
import { chatModelFinding } from './models.ts';

/** What is found of a server that lists these models and accepts this key. */
async function found(model: string, key: string) {
  const server = createServer(({ url, headers }, response) => {
    response.statusCode = url !== '/v1/models' ? 404 : headers.authorization === 'Bearer good' ? 200 : 401;
    response.end(JSON.stringify({ data: [{ id: 'one' }, { id: 'two' }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const LLM_URL = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/v1`;
  try {
    const config = programConfig({ LLM_URL, LLM_MODEL: model, LLM_API_KEY: key });
    return await chatModelFinding(config, new AbortController().signal);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

it('a model is judged by what its server says', async () => {
  expect(await found('two', 'good')).toMatchObject({ state: 'ok' });
  expect(await found('three', 'good')).toMatchObject({ state: 'warn', remedy: 'set LLM_MODEL to one of one, two' });
  expect(await found('two', 'bad')).toMatchObject({ state: 'fail', remedy: expect.stringContaining('LLM_API_KEY') });
  expect(await found('', 'good')).toMatchObject({ state: 'fail', remedy: expect.stringContaining('LLM_MODEL') });
});

it('a model without its server is one that stops the start', async () => {
  const finding = await chatModelFinding(programConfig({ LLM_MODEL: 'two' }), new AbortController().signal);
  expect(finding).toMatchObject({ state: 'fail', remedy: 'set LLM_URL to the server of that model' });
});

it('does not repeat a password that stands in LLM_URL', async () => {
  const config = programConfig({ LLM_URL: 'http://anne:secret@127.0.0.1:1/v1', LLM_MODEL: 'm' });
  const finding = await chatModelFinding(config, AbortSignal.timeout(20_000));
  expect(finding).toMatchObject({ state: 'fail', says: 'LLM_URL must have no user and no password; the key is LLM_API_KEY' });
  expect(JSON.stringify(finding)).not.toContain('secret');
});
