import { OperationError, replyTopic, type ServiceName, serviceTopic, systemClock, topicUrl } from '@agent-mem/contract';
import { expect, it, vi } from 'vitest';
import { createMemoryBus, type Dispatch, type Reply, serveRequests } from '../index.ts';

const replies = { ...replyTopic('client'), persistent: true };

/** What a client of the bus is answered, each envelope sent as a command of its own. */
async function answersTo(service: ServiceName, dispatch: Dispatch, ...envelopes: object[]): Promise<Reply[]> {
  await using bus = createMemoryBus();
  const answers: Reply[] = [];
  await using _client = await bus.subscribe(replies, { name: 'client', type: 'exclusive' }, async ({ payload }) => {
    answers.push(JSON.parse(payload));
  });
  await using _service = await serveRequests(bus, service, dispatch, { clock: systemClock, maxAttempts: 1 });
  for (const [id, envelope] of envelopes.entries()) {
    const properties = { id: String(id), reply_to: topicUrl(replies) };
    await bus.publish(serviceTopic(service, 'command'), { payload: JSON.stringify(envelope), properties }).catch(() => undefined);
    await bus.settled();
  }
  return answers;
}

const storing: Dispatch = (_request, send) => Promise.resolve(send({ store: { fact_id: 'fact_1' }, error: null }));

it('is in the reply, and null where there is nothing to report', async () => {
  const [reported, nothing] = await answersTo(
    'facts',
    storing,
    { store: { content: 'tea', user_id: 'bob' } },
    { store: { content: 'tea', user: 'bob' } },
  );
  expect(reported).toEqual({
    store: { fact_id: 'fact_1' },
    error: null,
    warnings: ['store.user_id: is not known; did you mean user?'],
  });
  expect(nothing).toMatchObject({ error: null, warnings: null });
});

it('stands beside an error', async () => {
  const refusing: Dispatch = () => Promise.reject(new OperationError('invalid-argument', 'store.content: is required'));
  expect(await answersTo('facts', refusing, { store: { user_id: 'bob' } }, { stroe: { content: 'tea' } })).toMatchObject([
    { error: { type: 'invalid-argument' }, warnings: ['store.user_id: is not known; did you mean user?'] },
    { error: { type: 'invalid-argument' }, warnings: ['stroe: is not known; did you mean store?'] },
  ]);
});

it('is in the first frame of a stream, or in its error', async () => {
  const envelope = { invoke: { question: 'Who?', conversation: 'c1' } };
  const warnings = ['invoke.conversation: is not known; did you mean conversation_id?'];
  const torn =
    (frames: number): Dispatch =>
    async (_request, send) => {
      for (let sequence = 0; sequence < frames; sequence++) await send({ invoke: {}, error: null, sequence, end: false });
      throw new OperationError('not-found', 'torn');
    };
  const answered = await answersTo('agent', torn(2), envelope);
  expect(answered.map((reply) => [reply.sequence, reply.warnings])).toEqual([
    [0, warnings],
    [1, null],
    [2, null],
  ]);
  expect(await answersTo('agent', torn(0), envelope)).toMatchObject([{ warnings, sequence: 0, end: true }]);
});

it.each([
  ['purge', { everything: true, user_id: 'x' }, 'purge.user_id: is not known; did you mean user?'],
  ['purge', { id: 'fact_1', collecton: 'x' }, 'purge.collecton: is not known; did you mean collection?'],
  ['update_settings', { settings: { memroy: 'off' } }, 'update_settings.settings.memroy: is not known; did you mean memory?'],
])('stops %s of %j', async (operation, request, message) => {
  const dispatch = vi.fn(async () => undefined);
  expect(await answersTo('graph', dispatch, { [operation]: request }, { [operation]: {}, user: 'x' })).toMatchObject([
    { error: { type: 'invalid-argument', message }, warnings: null },
    { error: { message: expect.stringMatching(/^user: is not known/) } },
  ]);
  expect(dispatch).not.toHaveBeenCalled();
});
