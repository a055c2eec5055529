import { type ErrorType, OperationError, replyTopic, type ServiceName, serviceTopic, systemClock } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { createCaller, createMemoryBus } from '../index.ts';

/** A caller of a service that refuses whatever it is asked, with these words. */
async function refusedWith(
  service: ServiceName,
  channel: 'query' | 'command',
  message: string,
  type: ErrorType = 'invalid-argument',
) {
  return await answeredWith(service, channel, { error: new OperationError(type, message).toWire() });
}

/** A caller of a service that answers whatever it is asked so. */
async function answeredWith(service: ServiceName, channel: 'query' | 'command', reply: object) {
  const bus = createMemoryBus();
  await bus.subscribe(serviceTopic(service, channel), { name: service, type: 'shared' }, async ({ properties: { id = '' } }) => {
    await bus.publish(replyTopic('test'), { payload: JSON.stringify(reply), properties: { id } });
  });
  return { bus, caller: await createCaller(bus, { clientId: 'test', clock: systemClock }) };
}

const words = 'message: must have one of retrieve, store, get, list, got ';

it('a process of an earlier version that does not know an operation is unavailable for it: another may answer', async () => {
  const { bus, caller } = await refusedWith('facts', 'query', `${words}interpret`);
  await using _bus = bus;
  await using _caller = caller;
  await expect(caller.call('facts', 'interpret', { message: 'x' })).rejects.toMatchObject({
    type: 'unavailable',
    retryable: true,
    message: 'facts.interpret is not known to the process that answered, which is of an earlier version',
  });
});

it('also where the operation is a stream', async () => {
  const { bus, caller } = await refusedWith('agent', 'command', 'message: must have one of cancel, got invoke');
  await using _bus = bus;
  await using _caller = caller;
  const frames = Array.fromAsync(caller.stream('agent', 'invoke', { question: 'x' }));
  await expect(frames).rejects.toMatchObject({ type: 'unavailable', retryable: true });
});

it.each(['message: must have one operation, got interpret and list', `${words}none`, 'interpret.message: is required'])(
  'every other refusal stays as it is: %s',
  async (message) => {
    const { bus, caller } = await refusedWith('facts', 'query', message);
    await using _bus = bus;
    await using _caller = caller;
    await expect(caller.call('facts', 'interpret', { message: 'x' })).rejects.toMatchObject({
      type: 'invalid-argument',
      message,
    });
  },
);

it('so is one that has no handler of the operation', async () => {
  const { bus, caller } = await refusedWith('graph', 'query', 'graph.neighbours is not implemented yet', 'unimplemented');
  await using _bus = bus;
  await using _caller = caller;
  await expect(caller.call('graph', 'neighbours', { id: 'x' })).rejects.toMatchObject({
    type: 'unavailable',
    retryable: true,
    message: 'graph.neighbours is not known to the process that answered, which is of an earlier version',
  });
});

it.each([
  { member: 'personal_data', by: 'an earlier version', type: 'unavailable' },
  { member: 'nobody_knows', by: 'this version', type: 'invalid-argument' },
])('a member that an exact operation was refused for, as by $by, is $type', async ({ member, type }) => {
  const message = `update_settings.settings.${member}: is not known; known are memory, sensitive_data`;
  const { bus, caller } = await refusedWith('graph', 'command', message);
  await using _bus = bus;
  await using _caller = caller;
  const settings = { [member]: 'redact' };
  await expect(caller.call('graph', 'update_settings', { settings })).rejects.toMatchObject({ type });
});

it('what a service does not do in this version either stays as it is', async () => {
  const message = 'Paths over edges of three kinds are not searched';
  const { bus, caller } = await refusedWith('graph', 'query', message, 'unimplemented');
  await using _bus = bus;
  await using _caller = caller;
  await expect(caller.call('graph', 'neighbours', { id: 'x' })).rejects.toMatchObject({ type: 'unimplemented', message });
});

describe('an answer without a member of the request', () => {
  const filtered = { query: 'x', filter: { tags_any: ['a'] } };
  const answer = { retrieve: { facts: [] }, error: null };
  const passedOver = { ...answer, warnings: ['retrieve.filter: is not known; known are query, top_k'] };
  const unavailable = {
    type: 'unavailable',
    retryable: true,
    message: 'facts.retrieve.filter is not known to the process that answered, which is of an earlier version',
  };

  it.each([
    { by: '0.1.0, which reports nothing', reply: answer },
    { by: 'a version that reports what it passed over', reply: passedOver },
  ])('of $by is unavailable to a caller that needs every member', async ({ reply }) => {
    const { bus, caller } = await answeredWith('facts', 'query', reply);
    await using _bus = bus;
    await using _caller = caller;
    const asked = caller.call('facts', 'retrieve', filtered, { needsEveryMember: true });
    await expect(asked).rejects.toMatchObject(unavailable);
  });

  it.each([
    { why: 'the caller does without', reply: passedOver, request: filtered, needsEveryMember: false },
    { why: 'no later member is given', reply: answer, request: { query: 'x', sort_by: 'score' }, needsEveryMember: true },
    {
      why: 'this version does not know it either',
      reply: { ...answer, warnings: ['retrieve.later: is not known; known are query, top_k'] },
      request: { query: 'x', later: 1 },
      needsEveryMember: true,
    },
    { why: 'nothing was passed over', reply: { ...answer, warnings: null }, request: filtered, needsEveryMember: true },
  ] as const)('is taken where $why', async ({ reply, request, needsEveryMember }) => {
    const { bus, caller } = await answeredWith('facts', 'query', reply);
    await using _bus = bus;
    await using _caller = caller;
    await expect(caller.call('facts', 'retrieve', request, { needsEveryMember })).resolves.toEqual(answer.retrieve);
  });

  it('is taken of a command, which has had its effect, unless the contract calls it exact', async () => {
    const store = await answeredWith('facts', 'command', { store: { fact_id: 'fact_1' }, error: null });
    await using _store = store.bus;
    await using _storer = store.caller;
    const stored = store.caller.call('facts', 'store', { content: 'x', tags: ['a'] }, { needsEveryMember: true });
    await expect(stored).resolves.toEqual({ fact_id: 'fact_1' });

    const settings = await answeredWith('graph', 'command', { update_settings: { effective: null }, error: null });
    await using _settings = settings.bus;
    await using _setter = settings.caller;
    const redacting = { settings: { personal_data: 'redact' } } as const;
    await expect(settings.caller.call('graph', 'update_settings', redacting, { needsEveryMember: true })).rejects.toMatchObject({
      type: 'unavailable',
      message: expect.stringContaining('graph.update_settings.settings.personal_data is not known'),
    });
  });
});
