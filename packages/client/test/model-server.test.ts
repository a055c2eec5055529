import { type RecordingUpstream, sendJson, startRecordingUpstream } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { ConversationAgent, type LlmProvider, MemoryClient } from '../src/index.ts';
import { openToFleet } from './opened-memory.ts';
import { searchFunctions } from './searching-model.ts';

const found = ['validatePassword in src/auth/password.ts', 'createSession in src/auth/session.ts'];
const args = JSON.stringify({ query: 'auth' });
const call = { id: 'call_a', type: 'function', function: { name: 'search_functions', arguments: args } };
const calls = { role: 'assistant', content: null, reasoning_content: 'I look into the code.', tool_calls: [call] };
const text = { role: 'assistant', content: 'There are two.', reasoning: 'That is all.' };

/** A server in OpenAI's form that answers by a script: a message, a status, or a text that is no answer. */
function scripted(...script: readonly (object | number | string)[]): Promise<RecordingUpstream> {
  let next = 0;
  return startRecordingUpstream((_request, response) => {
    const said = script[next++] ?? 500;
    if (typeof said === 'number') response.writeHead(said, { location: 'http://127.0.0.1:1/' }).end('not now');
    else if (typeof said === 'string') response.writeHead(200).end(said);
    else
      sendJson(response, { id: 'c', object: 'chat.completion', choices: [{ index: 0, message: said, finish_reason: 'stop' }] });
  });
}

async function sent(llmProvider: LlmProvider) {
  await using client = await openToFleet({});
  const agent = new ConversationAgent({ client, llmProvider, tools: [searchFunctions] });
  const conversation = await agent.createConversation();
  const answer = await conversation.sendMessage('Find authentication functions');
  return { ...answer, history: (await conversation.getHistory()).messages };
}

it('a model at a URL is asked in OpenAI’s form, with the tools, their results and the context', async () => {
  await using server = await scripted(calls, text);
  const { history, ...answer } = await sent(`${server.url}/v1/`);
  expect(answer).toMatchObject({
    content: 'There are two.',
    reasoning: 'I look into the code.\n\nThat is all.',
    tool_calls: [{ tool_name: 'search_functions', result: found, success: true }],
  });
  expect(history.map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Find authentication functions'],
    ['assistant', 'There are two.'],
  ]);
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /v1/chat/completions',
    'POST /v1/chat/completions',
  ]);
  const [first, second] = server.requests.map(({ body }) => JSON.parse(body.toString()));
  const { name, description, schema } = searchFunctions;
  expect(first.tools).toEqual([{ type: 'function', function: { name, description, parameters: schema } }]);
  expect(first).not.toHaveProperty('model');
  expect(first.messages.at(-1)).toEqual({ role: 'user', content: 'Find authentication functions' });
  expect(second.messages.slice(first.messages.length)).toEqual([
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_a', content: JSON.stringify(found) },
  ]);
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
});

it('its model and key go with each request; a server that is busy, or answers nothing that can be used, is asked again', async () => {
  await using server = await scripted(429, 503, '<html>', text);
  const { content } = await sent({ url: `${server.url}/v1`, model: 'small', key: 'sk-1' });
  expect(content).toBe('There are two.');
  expect(server.requests).toHaveLength(4);
  for (const { body, headers } of server.requests)
    expect([JSON.parse(body.toString()).model, headers.authorization]).toEqual(['small', 'Bearer sk-1']);
});

it.each([
  [401, 'failed-precondition', /answered 401: not now/],
  [307, 'failed-precondition', /answered 307/],
])('an answer of %s ends it at once, and no redirect is followed', async (status, type, message) => {
  await using server = await scripted(status, text);
  await expect(sent(server.url)).rejects.toMatchObject({ type, message: expect.stringMatching(message) });
  expect(server.requests).toHaveLength(1);
});

it('a member of a server that is not known is refused by its name before anything is asked', async () => {
  await using client = await openToFleet({});
  const llmProvider = { url: 'http://127.0.0.1:1/v1', model: 'small', apiKey: 'sk-1' };
  const refusal = { type: 'invalid-argument', message: 'llmProvider.apiKey: is not known; known are url, model, key' };
  expect(() => new ConversationAgent({ client, llmProvider })).toThrow(expect.objectContaining(refusal));
  expect(() => new MemoryClient({ client, llmProvider })).toThrow(expect.objectContaining(refusal));
});
