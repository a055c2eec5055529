import { modelAnswer } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { openProxy } from './open-proxy.ts';

const path = '/v1/responses';

it('what goes on from a reply belongs to the conversation of that reply, also a round of tools that has no words', async () => {
  await using proxy = await openProxy(modelAnswer('Noted.'));
  const ask = async (members: object) => {
    const answer = await proxy.ask(path, JSON.stringify({ model: 'm', ...members }));
    return [((await answer.json()) as { id: string }).id, answer.headers.get('x-agent-mem-conversation') ?? ''] as const;
  };
  const [first, conversation] = await ask({ input: 'My tea is sencha.' });
  expect(await proxy.stored(conversation)).toHaveLength(2);
  const [second, same] = await ask({ input: 'yes', previous_response_id: first });
  expect(same).toBe(conversation);
  expect(await proxy.stored(conversation)).toHaveLength(4);
  // Said again after another reply it is another turn; a repeat is not.
  const [third] = await ask({ input: 'yes', previous_response_id: second });
  expect(await proxy.stored(conversation)).toHaveLength(6);
  await ask({ input: 'yes', previous_response_id: second });
  const output = [{ type: 'function_call_output', call_id: 'c', output: 'rain' }];
  const body = JSON.stringify({ model: 'm', input: output, previous_response_id: third });
  await (await proxy.ask(path, body)).text();
  expect(await proxy.stored(conversation)).toHaveLength(7);
  expect(proxy.upstream.requests.at(-1)?.body.toString()).toBe(body);
  expect((await proxy.stored(conversation)).map(({ content }) => content)).toEqual([
    'My tea is sencha.',
    'Noted.',
    'yes',
    'Noted.',
    'yes',
    'Noted.',
    'Noted.',
  ]);
});

it.each([
  ['the output of a shell', { type: 'shell_call_output', call_id: 'c', output: [{ stdout: 'rain', stderr: '' }] }],
  ['an approval', { type: 'mcp_approval_response', approval_request_id: 'a', approve: true }],
  ['an image', { role: 'user', content: [{ type: 'input_image', image_url: 'data:x' }] }],
  ['what the developer says', { role: 'developer', content: 'Be brief.' }],
])('what goes on from a reply by %s alone belongs to its conversation, and so does what goes on from there', async (_, item) => {
  await using proxy = await openProxy(modelAnswer('Noted.'));
  const ask = async (members: object) => {
    const answer = await proxy.ask(path, JSON.stringify({ model: 'm', ...members }));
    const { id } = (await answer.json()) as { readonly id: string };
    return { id, conversation: answer.headers.get('x-agent-mem-conversation') ?? '' };
  };
  const first = await ask({ input: 'My tea is sencha.' });
  const second = await ask({ input: [item], previous_response_id: first.id });
  const third = await ask({ input: 'yes', previous_response_id: second.id });
  expect([second.conversation, third.conversation]).toEqual([first.conversation, first.conversation]);
  const stored = (await proxy.stored(first.conversation)).map(({ content }) => content);
  expect(stored).toEqual(['My tea is sencha.', 'Noted.', 'Noted.', 'yes', 'Noted.']);
});

it('where memory fails, what goes on from the reply still belongs to its conversation', async () => {
  await using proxy = await openProxy(modelAnswer('Noted.'), { services: ['gateway'] });
  const ask = async (members: object) => {
    const answer = await proxy.ask(path, JSON.stringify({ model: 'm', ...members }));
    const { id } = (await answer.json()) as { readonly id: string };
    expect(answer.headers.get('x-agent-mem')).toBe('unavailable');
    return { id, conversation: answer.headers.get('x-agent-mem-conversation') ?? '' };
  };
  const first = await ask({ input: 'My tea is sencha.' });
  const second = await ask({ input: 'yes', previous_response_id: first.id });
  expect(second.conversation).toBe(first.conversation);
});

it('in a conversation of the upstream the same words said again are another turn', async () => {
  await using proxy = await openProxy(modelAnswer('Noted.'));
  for (const count of [2, 4]) {
    await (await proxy.ask(path, JSON.stringify({ model: 'm', input: 'yes', conversation: { id: 'conv_1' } }))).text();
    expect(await proxy.stored('conv_1')).toHaveLength(count);
  }
});

it.each([
  ['its key', { 'idempotency-key': 'k1' }, { 'idempotency-key': 'k1' }],
  ["the client's count of its attempts", { 'x-stainless-retry-count': '0' }, { 'x-stainless-retry-count': '1' }],
])(
  'in a conversation of the upstream a request that is sent again after its reply is the same turn, by %s',
  async (_, first, again) => {
    await using proxy = await openProxy(modelAnswer('Noted.'));
    const ask = async (headers: Readonly<Record<string, string>>, input: string) => {
      await (await proxy.ask(path, JSON.stringify({ model: 'm', input, conversation: 'conv_1' }), headers)).text();
      return (await proxy.stored('conv_1')).map(({ content }) => content);
    };
    const others = { 'x-stainless-retry-count': '0' };
    expect(await ask(others, 'Hello.')).toHaveLength(2);
    await ask(first, 'yes');
    const turn = ['Hello.', 'Noted.', 'yes', 'Noted.'];
    expect(await ask(again, 'yes')).toEqual(turn);
    // Nor does what comes in between make it another one.
    await ask(others, 'Go on.');
    expect(await ask(again, 'yes')).toEqual([...turn, 'Go on.', 'Noted.']);
    // The same words in another request are said again.
    expect(await ask(others, 'yes')).toEqual([...turn, 'Go on.', 'Noted.', 'yes', 'Noted.']);
  },
);
