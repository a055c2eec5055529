import { OperationError, replyTopic, type ServiceName, serviceTopic, systemClock } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { createCaller, createMemoryBus } from '../index.ts';

/** A caller of a service that refuses whatever it is asked, with these words. */
async function refusedWith(service: ServiceName, channel: 'query' | 'command', message: string) {
  const bus = createMemoryBus();
  await bus.subscribe(serviceTopic(service, channel), { name: service, type: 'shared' }, async ({ properties: { id = '' } }) => {
    const payload = JSON.stringify({ error: new OperationError('invalid-argument', message).toWire() });
    await bus.publish(replyTopic('test'), { payload, properties: { id } });
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
