import { startWebhookReceiver } from '@agent-mem/testing';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { secrets, signed, startWebhooks } from './start-webhooks.ts';

test('an event is sent as it goes over the bus, and a stock library verifies its signature', async () => {
  await using receiver = await startWebhookReceiver();
  await using hooks = await startWebhooks({ audit: { ...signed, url: `${receiver.url}/memory?from=us` } });
  const fact_id = await hooks.store('Anne drinks tea');
  await hooks.fleet.settled();
  const [{ path, headers, body, event } = expect.fail('nothing came'), ...more] = receiver.received;
  expect(more).toEqual([]);
  expect(path).toBe('/memory?from=us');
  expect(headers['content-type']).toBe('application/json');
  expect(event).toMatchObject({ type: 'fact-stored', workspace: 'default', data: { fact_stored: { fact_id } } });
  expect(headers['webhook-id']).toBe(event.id);
  const verified = new Webhook(secrets.HOOK_SECRET).verify(body, headers as Record<string, string>);
  expect(verified).toEqual(event);
  const changed = body.replace('fact-stored', 'fact-stolen');
  expect(() => new Webhook(secrets.HOOK_SECRET).verify(changed, headers as Record<string, string>)).toThrow();
  expect(() => new Webhook(secrets.NEXT_SECRET).verify(body, headers as Record<string, string>)).toThrow();
});

test('the id of an event of a run stands in the header as in the body, and the signature is of it', async () => {
  await using receiver = await startWebhookReceiver();
  const webhooks = { audit: { ...signed, url: receiver.url, events: ['invocation-completed'] } };
  await using hooks = await startWebhooks(webhooks, { services: [] });
  await hooks.fleet.caller.call('agent', 'invoke', { question: 'What is this?' });
  await hooks.fleet.settled();
  const [{ headers, body, event } = expect.fail('nothing came')] = receiver.received;
  expect(event.id).toMatch(/^invocation-completed:inv_/);
  expect(headers['webhook-id']).toBe(event.id);
  expect(new Webhook(secrets.HOOK_SECRET).verify(body, headers as Record<string, string>)).toEqual(event);
});

test('two secrets sign both, so that the receiver may change from one to the other', async () => {
  await using receiver = await startWebhookReceiver();
  const secret = ['$'.concat('{HOOK_SECRET}'), { secret: 'NEXT_SECRET' }];
  await using hooks = await startWebhooks({ audit: { ...signed, secret, url: receiver.url } });
  await hooks.store('Anne drinks tea');
  await hooks.fleet.settled();
  const [{ headers, body } = expect.fail('nothing came')] = receiver.received;
  for (const each of Object.values(secrets)) new Webhook(each).verify(body, headers as Record<string, string>);
});

test('a webhook gets the types of events and the scopes that it names, and no others', async () => {
  await using receiver = await startWebhookReceiver();
  const hook = (path: string, more: object) => ({ ...signed, ...more, url: `${receiver.url}/${path}` });
  await using hooks = await startWebhooks({
    acme: hook('acme', { scope: 'acme/*/*' }),
    ends: hook('ends', { events: ['conversation-ended'] }),
    slash: hook('slash', { scope: 'a%2Fb/default/default', events: ['fact-stored'] }),
  });
  await hooks.store('Anne drinks tea');
  await hooks.store('Bob brews beer', { workspace: 'acme', user: 'bob' });
  await hooks.store('Cleo likes cocoa', { workspace: 'a/b' });
  const { call } = hooks.fleet.caller;
  await call('conversations', 'append_message', { conversation_id: 'c1', role: 'user', content: 'Hello' });
  await call('conversations', 'end', { conversation_id: 'c1' });
  await hooks.fleet.settled();
  const came = receiver.received.map(({ path, event }) => [path, event.type, event.workspace]);
  expect(came.sort()).toEqual([
    ['/acme', 'fact-stored', 'acme'],
    ['/ends', 'conversation-ended', 'default'],
    ['/slash', 'fact-stored', 'a/b'],
  ]);
});
