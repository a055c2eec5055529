import { modelAnswer, temporaryDirectory } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { chatBody, openProxy, user } from './open-proxy.ts';

const path = '/v1/chat/completions';
const headers = { 'x-agent-mem-conversation': 'c1' };
const ask = chatBody([user('Which tea is my favourite?')]);

/** What the upstream was sent last. */
const sent = ({ upstream }: Awaited<ReturnType<typeof openProxy>>) => upstream.requests.at(-1)?.body.toString() ?? '';

it('after a restart a turn is sent the same block, to the byte', async () => {
  await using data = await temporaryDirectory();
  const options = { bus: 'sqlite', directory: data.path } as const;
  let before = '';
  {
    await using proxy = await openProxy(modelAnswer('Sencha.'), options);
    await proxy.fleet.caller.call('facts', 'store', { content: 'The favourite tea of the user is sencha' });
    await (await proxy.ask(path, ask, headers)).text();
    before = sent(proxy);
    expect(before).toContain('favourite tea of the user is sencha');
  }
  await using proxy = await openProxy(modelAnswer('Sencha.'), options);
  await proxy.fleet.caller.call('facts', 'store', { content: 'The favourite tea of the user was once assam' });
  await (await proxy.ask(path, ask, headers)).text();
  expect(sent(proxy)).toBe(before);
});

it('a memory that is purged goes out of the blocks that showed it', async () => {
  await using proxy = await openProxy(modelAnswer('Sencha.'));
  const { fact_id } = await proxy.fleet.caller.call('facts', 'store', { content: 'The favourite tea of the user is sencha' });
  await (await proxy.ask(path, ask, headers)).text();
  expect(sent(proxy)).toContain('is sencha');
  expect(await proxy.stored('c1')).toHaveLength(2);
  await proxy.fleet.caller.call('facts', 'purge', { id: fact_id });
  await (await proxy.ask(path, ask, headers)).text();
  expect(sent(proxy)).not.toContain('is sencha');
});

it('what the request says itself stands in no block, and what another conversation says does', async () => {
  await using proxy = await openProxy(modelAnswer('Sencha it is.'));
  const say = async (conversation: string, messages: readonly object[]) => {
    await (await proxy.ask(path, chatBody(messages), { 'x-agent-mem-conversation': conversation })).text();
    await proxy.fleet.settled();
  };
  const first = user('For the office I order sencha tea by the kilo.');
  await say('monday', [first]);
  const second = user('For the office I order white tea cups.');
  const replied = { role: 'assistant', content: 'Sencha it is.' };
  await say('tuesday', [second]);
  await say('tuesday', [second, replied, user('What tea do I order for the office?')]);
  const [block = ''] = sent(proxy).split('<agent-mem>').at(-1)?.split('</agent-mem>') ?? [];
  expect(block).toContain('[user] For the office I order sencha tea by the kilo.');
  expect(block).not.toMatch(/\[user\] For the office I order white tea cups|\[assistant\]/);
});

it('what was learned from the words of a turn stands in no block of it, and in those of another conversation', async () => {
  await using proxy = await openProxy(modelAnswer('Noted.'));
  const content = 'My brother is called Ole.';
  const say = async (conversation: string) =>
    (await proxy.ask(path, chatBody([user(content)]), { 'x-agent-mem-conversation': conversation })).text();
  // As where the program ended between what it stored of the turn and its block.
  await proxy.fleet.caller.call('conversations', 'append_message', { conversation_id: 'monday', role: 'user', content });
  await proxy.fleet.settled();
  await say('monday');
  expect(sent(proxy)).not.toContain('<agent-mem>');
  await say('tuesday');
  expect(sent(proxy)).toContain("[memory] The user's brother is named Ole");
});

it('in a long conversation each request begins with the bytes of the one before it, so that prompt caches hold', async () => {
  await using proxy = await openProxy(modelAnswer('Noted.'));
  await proxy.fleet.caller.call('facts', 'store', { content: 'The user drinks sencha' });
  const messages: object[] = [];
  for (const words of ['What do I drink?', 'I also drink assam.', 'What do I drink?', 'And what else do I drink?']) {
    messages.push(user(words));
    await (await proxy.ask(path, chatBody(messages), headers)).text();
    await proxy.fleet.settled();
    messages.push({ role: 'assistant', content: 'Noted.' });
  }
  const bodies = proxy.upstream.requests.map(({ body }) => body.toString());
  expect(bodies.at(-1)?.split('<agent-mem>').length).toBeGreaterThan(2);
  for (const [index, body] of bodies.slice(1).entries()) {
    // Up to the end of its list.
    const before = bodies[index]?.slice(0, -']}'.length) ?? '';
    expect(body.slice(0, before.length)).toBe(before);
  }
});
