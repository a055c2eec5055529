import { contentEvents, eventText, modelAnswer, startEvents, startRecordingUpstream } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { openProxy } from './open-proxy.ts';

const streaming = '/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse';
const plain = '/v1beta/models/gemini-2.5-flash:generateContent';
const headers = { 'x-agent-mem-conversation': 'c1' };
const cli = { 'user-agent': 'GeminiCLI-tui/0.61.0/gemini-2.5-flash (linux; x64; terminal)', ...headers };
const context = { text: '<session_context>Today is Monday.</session_context>' };
const user = (...texts: readonly string[]) => ({ parts: texts.map((text) => ({ text })), role: 'user' });
const bodyOf = (contents: readonly object[], more: object = {}) => JSON.stringify({ contents, ...more });
const ask = 'Which tea is my favourite?';

it('a round of tools and later turns are sent the same block, whatever was learned in between', async () => {
  await using proxy = await openProxy(modelAnswer('Sencha.'), { bus: 'sqlite' });
  await proxy.fleet.caller.call('facts', 'store', { content: 'The favourite tea of the user is sencha' });
  const asked = async (...contents: readonly object[]) => {
    await (await proxy.ask(streaming, bodyOf(contents), cli)).text();
    return JSON.parse(proxy.upstream.requests.at(-1)?.body.toString() ?? '').contents;
  };
  const words = { parts: [context, { text: ask }], role: 'user' };
  const [first] = await asked(words);
  expect(first.parts).toEqual([context, { text: expect.stringMatching(/^<agent-mem>\n[\s\S]*sencha[\s\S]*\n\nWhich tea/) }]);
  await proxy.fleet.caller.call('facts', 'store', { content: 'The favourite tea of the user was once assam' });
  const call = { parts: [{ functionCall: { id: 'w_1', name: 'w', args: {} }, thoughtSignature: 's' }], role: 'model' };
  const result = { parts: [{ functionResponse: { id: 'w_1', name: 'w', response: { output: 'rain' } } }], role: 'user' };
  expect(await asked(words, call, result)).toEqual([first, call, result]);
  const model = { parts: [{ text: 'Sencha.' }], role: 'model' };
  const later = await asked(words, model, user('And which tea was it once?'));
  expect(later.slice(0, 2)).toEqual([first, model]);
  expect(later[2].parts[0].text).toContain('assam');
  expect(await proxy.stored('c1')).toHaveLength(5);
  expect((await proxy.stored('c1')).filter(({ content }) => content === ask)).toHaveLength(1);
});

it('a stream that the upstream breaks off ends by an error, and what came is stored as a part only', async () => {
  await using proxy = await openProxy((_, response) => {
    startEvents(response);
    for (const piece of contentEvents('Hello there.').slice(0, 2)) response.write(eventText(piece));
    response.write('', () => response.destroy());
  });
  const answer = await proxy.ask(streaming, bodyOf([user('My tea is sencha.')]), headers);
  await expect(answer.text()).rejects.toThrow();
  expect(await proxy.stored('c1')).toHaveLength(2);
  expect((await proxy.stored('c1'))[1]).toMatchObject({ content: 'Hel\n[interrupted]', metadata: { interrupted: 'true' } });
});

it('what Gemini CLI asks for itself, and a request that is off, go on as they came and are not stored', async () => {
  await using proxy = await openProxy(modelAnswer('Sencha.'));
  await proxy.fleet.caller.call('facts', 'store', { content: 'The favourite tea of the user is sencha' });
  const generationConfig = { responseMimeType: 'application/json', responseJsonSchema: { type: 'OBJECT' } };
  const router = bodyOf([{ parts: [context], role: 'user' }, user(ask)], { generationConfig });
  const passed = [
    [plain, router, cli],
    [streaming, bodyOf([user(ask)]), { ...cli, 'x-agent-mem': 'off' }],
  ] as const;
  for (const [path, body, more] of passed) {
    const answer = await proxy.ask(path, body, more);
    await answer.text();
    expect([answer.status, answer.headers.get('x-agent-mem')]).toEqual([200, 'off']);
    expect(proxy.upstream.requests.at(-1)?.body.toString()).toBe(body);
  }
  await (await proxy.ask(streaming, bodyOf([user('Second')]), cli)).text();
  expect(await proxy.stored('c1')).toHaveLength(2);
  expect((await proxy.stored('c1')).map(({ content }) => content)).toEqual(['Second', 'Sencha.']);
});

it("Google's own key and what memory has no part in go to the server for /v1beta, with their query", async () => {
  await using upstream = await startRecordingUpstream(({ path, headers: got }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ asked: path, key: got['x-goog-api-key'] }));
  });
  const environment = { UPSTREAMS: `gpt-*=http://127.0.0.1:1/v1, gemini-*=${upstream.url}/own/v1beta` };
  await using proxy = await openProxy(modelAnswer('Hello.'), { environment });
  const own = { 'x-goog-api-key': 'of-google' };
  const body = bodyOf([user('tea')]);
  for (const method of ['countTokens', 'embedContent', 'batchEmbedContents', 'generateContent']) {
    const path = `/v1beta/models/gemini-3.1-pro:${method}?key=of-google`;
    for (const asked of [path, path.replace('/v1beta', '/v1')])
      expect(await (await proxy.ask(asked, body, own)).json()).toEqual({ asked: `/own${path}`, key: 'of-google' });
    if (method !== 'generateContent') expect(upstream.requests.at(-1)?.body.toString()).toBe(body);
  }
  for (const path of ['/v1beta/models?pageSize=2', '/v1beta/models/gemini-3.1-pro'])
    expect(await (await fetch(`${proxy.fleet.httpUrl}${path}`, { headers: own })).json()).toMatchObject({
      asked: `/own${path}`,
    });
  const none = await proxy.ask('/v1beta/models/gpt-5:generateContent', body);
  const message = 'No server is configured for the model "gpt-5": set UPSTREAMS, as gemini-*=https://host/v1beta';
  expect([none.status, await none.json()]).toMatchObject([400, { error: { message } }]);
  expect((await proxy.ask('/v1beta/models/gemini-3.1-pro:nothing', body)).status).toBe(404);
});
