import { OperationError, replyTopic, serviceTopic, systemClock, topicUrl } from '@agent-mem/contract';
import { turnedClock } from '@agent-mem/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { yielding } from '../../test/yielding.ts';
import { type Bus, createCaller, createMemoryBus, type Delivery, type IncomingRequest, serveRequests } from '../index.ts';

const aheadMs = 60_000;
const sentAt = Date.parse('2026-03-01T12:00:00Z');
const clock = turnedClock(sentAt);
/** The clock of the service. */
const ahead = { ...clock, now: () => clock.now() + aheadMs };

let bus: Bus;
let seen: IncomingRequest[];
let stack: AsyncDisposableStack;

beforeEach(() => {
  stack = new AsyncDisposableStack();
  bus = stack.use(createMemoryBus({ clock: systemClock }));
  seen = [];
});

afterEach(() => stack.disposeAsync());

async function serveAhead() {
  const dispatch = yielding(async function* (request) {
    seen.push(request);
    const operation = Object.keys(request.envelope as object)[0] ?? '';
    if (operation === 'invoke') yield { invoke: { thought: { text: 'hm' } }, error: null, sequence: 0, end: true };
    else yield { [operation]: { fact: null }, error: null };
  });
  for (const service of ['facts', 'agent'] as const)
    stack.use(await serveRequests(bus, service, dispatch, { clock: ahead, backoff: { minMs: 1, maxMs: 2 } }));
  return stack.use(await createCaller(bus, { clientId: 'test', clock }));
}

it('a service whose clock is ahead of its caller by more than the time-out answers a query', async () => {
  const { call } = await serveAhead();
  expect(await call('facts', 'get', { fact_id: 'x' }, { timeoutMs: 300 })).toEqual({ fact: null });
  expect(seen.map(({ deadline }) => deadline)).toEqual([null]);
});

it('it answers a command, by the key and the time of the first message', async () => {
  const { call } = await serveAhead();
  const published: Delivery[] = [];
  await bus.subscribe(serviceTopic('facts', 'command'), { name: 'watch', type: 'shared' }, async (message) => {
    published.push(message);
  });
  expect(await call('facts', 'store', { content: 'Anne is 30' })).toEqual({ fact: null });
  expect(seen).toHaveLength(1);
  const [first, second] = published.map(({ properties }) => properties);
  expect(first?.idempotency_key).toBe(first?.id);
  expect(second).toMatchObject({ idempotency_key: first?.id, sent_at: first?.sent_at });
  expect([first?.deadline, second?.deadline, first?.id === second?.id]).toEqual([String(clock.now() + 10_000), undefined, false]);
});

it('it answers a stream', async () => {
  const { stream } = await serveAhead();
  expect(await Array.fromAsync(stream('agent', 'invoke', { question: 'x' }))).toEqual([{ thought: { text: 'hm' } }]);
});

it('so does one of v0.2.0, which says less', async () => {
  const refusal = new OperationError('deadline-exceeded', 'The deadline passed before the work began').toWire();
  await bus.subscribe(serviceTopic('facts', 'query'), { name: 'facts', type: 'shared' }, async ({ properties }) => {
    const payload = JSON.stringify(properties.deadline ? { error: refusal } : { get: { fact: null }, error: null });
    await bus.publish(replyTopic('test'), { payload, properties: { id: properties.id ?? '' } });
  });
  const { call } = stack.use(await createCaller(bus, { clientId: 'test', clock }));
  expect(await call('facts', 'get', { fact_id: 'x' })).toEqual({ fact: null });
});

it('a caller whose time is over does not send the request again', async () => {
  let passedMs = 0;
  let asked = 0;
  await bus.subscribe(serviceTopic('facts', 'query'), { name: 'facts', type: 'shared' }, async ({ properties }) => {
    asked += 1;
    // Its timer has not been woken yet.
    passedMs = 10_000;
    const error = new OperationError('deadline-exceeded', 'The deadline passed before the work began').toWire();
    await bus.publish(replyTopic('test'), { payload: JSON.stringify({ error }), properties: { id: properties.id ?? '' } });
  });
  const own = { ...clock, now: () => clock.now() + passedMs };
  const { call } = stack.use(await createCaller(bus, { clientId: 'test', clock: own }));
  await expect(call('facts', 'get', { fact_id: 'x' })).rejects.toMatchObject({ type: 'deadline-exceeded' });
  expect(asked).toBe(1);
});

it('a client of its own is answered both clocks, their difference and what to do', async () => {
  await serveAhead();
  const texts: string[] = [];
  const replyTo = { ...replyTopic('client'), persistent: true };
  await bus.subscribe(replyTo, { name: 'client', type: 'exclusive' }, async ({ payload }) => {
    texts.push(JSON.parse(payload).error.message);
  });
  const times = { sent_at: String(sentAt), deadline: String(sentAt + 10_000) };
  const properties = { id: '1', reply_to: topicUrl(replyTo), ...times };
  await bus.publish(serviceTopic('facts', 'query'), { payload: '{"get":{"fact_id":"x"}}', properties });
  await expect
    .poll(() => texts)
    .toEqual([
      'The deadline passed before the work began, by 50000 ms: sent 2026-03-01T12:00:00.000Z, deadline 2026-03-01T12:00:10.000Z by the clock of the caller; ' +
        'now 2026-03-01T12:01:00.000Z by that of the service. Allow more time, or synchronise the two clocks if they differ',
    ]);
});
