import { OperationError } from '@agent-mem/contract';
import type { DeadLetterSummary } from '@agent-mem/messaging';
import { startWebhookReceiver, temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';
import { signed, startWebhooks } from './start-webhooks.ts';

test('what is answered by 500 is sent again later, with the same id and a new signature', async () => {
  const clock = turnedClock();
  await using receiver = await startWebhookReceiver((_, count) => ({ status: count < 3 ? 500 : 200 }));
  await using hooks = await startWebhooks({ audit: { ...signed, url: receiver.url } }, { clock });
  await hooks.store('Anne drinks tea');
  // An attempt may be made and answered between two looks, so that the second one alone is never seen.
  await vi.waitFor(async () => {
    await clock.advance(5_000);
    expect(receiver.received).toHaveLength(3);
  });
  await hooks.fleet.settled();
  await clock.advance(60_000);
  expect(receiver.received).toHaveLength(3);
  const [first, , third] = receiver.received.map(({ headers }) => headers);
  const sent = receiver.received.map(({ headers, body }) => [headers['webhook-id'], body]);
  expect(sent[1]).toEqual(sent[0]);
  expect(sent[2]).toEqual(sent[0]);
  expect(Number(third?.['webhook-timestamp'])).toBeGreaterThan(Number(first?.['webhook-timestamp']));
  expect(third?.['webhook-signature']).not.toBe(first?.['webhook-signature']);
});

test('a redirect is a failure, and what it names is never asked', async () => {
  const clock = turnedClock();
  await using other = await startWebhookReceiver();
  await using receiver = await startWebhookReceiver((_, count) => ({
    status: count === 1 ? 307 : 301,
    headers: { location: other.url },
  }));
  await using hooks = await startWebhooks({ audit: { ...signed, url: receiver.url, attempts: 2 } }, { clock, http: true });
  await hooks.store('Anne drinks tea');
  await vi.waitFor(async () => {
    await clock.advance(5_000);
    expect(await letters(hooks.fleet.adminUrl)).toMatchObject([
      { reason: 'Webhook audit answered 301, and redirects are not followed', attempts: 2 },
    ]);
  });
  expect(receiver.received).toHaveLength(2);
  expect(other.received).toEqual([]);
});

test('after its attempts an event is a dead letter, and its replay is sent to that webhook alone', async () => {
  const clock = turnedClock();
  let isAway = true;
  await using receiver = await startWebhookReceiver(({ path }) => ({ status: path === '/away' && isAway ? 503 : 200 }));
  const hook = (path: string) => ({ ...signed, url: `${receiver.url}/${path}`, attempts: 2 });
  await using hooks = await startWebhooks({ away: hook('away'), well: hook('well') }, { clock, http: true });
  await hooks.store('Anne drinks tea');
  const at = (path: string) => receiver.received.filter((one) => one.path === path);
  await vi.waitFor(async () => {
    await clock.advance(5_000);
    expect(await letters(hooks.fleet.adminUrl)).toMatchObject([
      { topic: 'persistent://agent-mem/event/webhook-away', subscription: 'webhooks', attempts: 2 },
    ]);
  });
  expect(at('/away')).toHaveLength(2);
  expect(await (await fetch(`${hooks.fleet.adminUrl}/metrics`)).text()).toMatch(
    /agentmem_dead_letters_waiting\{[^}]*event\/webhook-away[^}]*\} 1/,
  );
  isAway = false;
  const headers = { 'content-type': 'application/json' };
  await fetch(`${hooks.fleet.adminUrl}/admin/dead-letters/replay`, { method: 'POST', headers, body: '{"all":true}' });
  await hooks.fleet.settled();
  expect(at('/away')).toHaveLength(3);
  expect(at('/well')).toHaveLength(1);
  expect(at('/away')[2]?.event).toEqual(at('/well')[0]?.event);
  expect(await letters(hooks.fleet.adminUrl)).toEqual([]);
});

test('an answer of 410 ends the attempts', async () => {
  await using receiver = await startWebhookReceiver(() => ({ status: 410 }));
  await using hooks = await startWebhooks({ audit: { ...signed, url: receiver.url } }, { http: true });
  await hooks.store('Anne drinks tea');
  await vi.waitFor(async () => expect(await letters(hooks.fleet.adminUrl)).toHaveLength(1));
  expect(receiver.received).toHaveLength(1);
  expect(await letters(hooks.fleet.adminUrl)).toMatchObject([{ reason: 'Webhook audit answered 410: it wants no more events' }]);
});

test('a restart loses no event that was not taken', async () => {
  await using directory = await temporaryDirectory();
  let isAway = true;
  await using receiver = await startWebhookReceiver(() => ({ status: isAway ? 503 : 200 }));
  const webhooks = { audit: { ...signed, url: receiver.url } };
  const facts: string[] = [];
  {
    const options = { bus: 'sqlite', directory: directory.path, clock: turnedClock(Date.UTC(2026, 0, 1)) } as const;
    await using hooks = await startWebhooks(webhooks, options);
    for (const content of ['Anne drinks tea', 'Bob brews beer']) facts.push(await hooks.store(content));
    await vi.waitFor(() => expect(receiver.received).toHaveLength(2));
  }
  isAway = false;
  await using hooks = await startWebhooks(webhooks, {
    bus: 'sqlite',
    directory: directory.path,
    clock: turnedClock(Date.UTC(2026, 0, 2)),
  });
  await hooks.fleet.settled();
  const taken = receiver.received.slice(2).map(({ event }) => event.data.fact_stored?.fact_id);
  expect(taken.sort()).toEqual(facts.sort());
});

test('what a stop cuts off has its attempts left', async () => {
  await using directory = await temporaryDirectory();
  const hung = Promise.withResolvers<{ readonly status: number }>();
  await using receiver = await startWebhookReceiver((_, count) => (count === 1 ? hung.promise : { status: 200 }));
  const webhooks = { audit: { ...signed, url: receiver.url, attempts: 1 } };
  const options = { bus: 'sqlite', directory: directory.path, environment: { DRAIN_SECONDS: '0' } } as const;
  {
    await using hooks = await startWebhooks(webhooks, { ...options, clock: turnedClock(Date.UTC(2026, 0, 1)) });
    await hooks.store('Anne drinks tea');
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1));
  }
  await using _ = await startWebhooks(webhooks, { ...options, clock: turnedClock(Date.UTC(2026, 0, 2)) });
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2));
  hung.resolve({ status: 200 });
});

test('an event that the queue of a webhook does not take goes there when it is delivered again', async () => {
  const clock = turnedClock();
  await using receiver = await startWebhookReceiver();
  await using hooks = await startWebhooks({ audit: { ...signed, url: receiver.url } }, { clock });
  const { bus } = hooks.fleet.ports;
  const publish = bus.publish.bind(bus);
  let refused = 0;
  vi.spyOn(bus, 'publish').mockImplementation(async (topic, ...message) => {
    if (topic.name !== 'webhook-audit' || refused > 0) return await publish(topic, ...message);
    refused += 1;
    throw new OperationError('unavailable', 'the broker is away');
  });
  await hooks.store('Anne drinks tea');
  await vi.waitFor(async () => {
    await clock.advance(1_000);
    expect(receiver.received).toHaveLength(1);
  });
  expect(refused).toBe(1);
});

test('a receiver that is slow holds up no other', async () => {
  const released = Promise.withResolvers<void>();
  await using slow = await startWebhookReceiver(async () => {
    await released.promise;
    return { status: 200 };
  });
  await using fast = await startWebhookReceiver();
  await using hooks = await startWebhooks({ slow: { ...signed, url: slow.url }, fast: { ...signed, url: fast.url } });
  const facts = await Promise.all(Array.from({ length: 40 }, (_, number) => hooks.store(`Anne drank ${number} cups of tea`)));
  await vi.waitFor(() => expect(fast.received).toHaveLength(facts.length));
  expect(slow.received.length).toBeLessThan(facts.length);
  released.resolve();
  await hooks.fleet.settled();
  expect(new Set(slow.received.map(({ event }) => event.id)).size).toBe(facts.length);
});

test('where no webhooks are named any more, nothing is stored for them', async () => {
  await using directory = await temporaryDirectory();
  await using receiver = await startWebhookReceiver();
  const options = { bus: 'sqlite', directory: directory.path } as const;
  const webhooks = { audit: { ...signed, url: receiver.url } };
  for (const [named, content] of [
    [webhooks, 'Anne drinks tea'],
    [null, 'Bob brews beer'],
    [webhooks, 'Cleo likes cocoa'],
  ] as const) {
    await using hooks = await startWebhooks(named, options);
    await hooks.store(content);
    await hooks.fleet.settled();
  }
  expect(receiver.received).toHaveLength(2);
});

async function letters(adminUrl: string): Promise<readonly DeadLetterSummary[]> {
  const answer = await fetch(`${adminUrl}/admin/dead-letters`);
  return ((await answer.json()) as { readonly dead_letters: readonly DeadLetterSummary[] }).dead_letters;
}
