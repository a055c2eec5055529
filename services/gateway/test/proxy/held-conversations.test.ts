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

it('in a conversation of the upstream the same words said again are another turn', async () => {
  await using proxy = await openProxy(modelAnswer('Noted.'));
  for (const count of [2, 4]) {
    await (await proxy.ask(path, JSON.stringify({ model: 'm', input: 'yes', conversation: { id: 'conv_1' } }))).text();
    expect(await proxy.stored('conv_1')).toHaveLength(count);
  }
});
