import { incoming, loneService, notesService, repliesTo } from '@agent-mem/testing/kit';
import { expect, it, vi } from 'vitest';
import { defineService } from '../service.ts';

const userId = 'store.user_id: is not known; did you mean user?';

it('is in the reply, beside its error, and null where there is nothing to report', async () => {
  const { dispatch } = loneService(notesService);
  const replyTo = async (envelope: object) => (await repliesTo(dispatch, incoming(envelope, { door: 'command' })))[0];
  expect(await replyTo({ store: { content: 'tea', user_id: 'bob' } })).toEqual({
    store: expect.objectContaining({ created: true }),
    error: null,
    warnings: [userId],
  });
  expect(await replyTo({ store: { content: 'tea', user: 'bob' } })).toMatchObject({ error: null, warnings: null });
  expect(await replyTo({ store: { user_id: 'bob' } })).toMatchObject({
    error: { message: 'store.content: is required' },
    warnings: [userId],
  });
  expect(await replyTo({ stroe: { content: 'tea' } })).toMatchObject({
    error: { type: 'invalid-argument' },
    warnings: ['stroe: is not known; did you mean store?'],
  });
});

it('is told by the first frame of a stream, or by its error', async () => {
  const agent = (frames: number) =>
    defineService({
      name: 'agent',
      owns: [],
      variables: {},
      handlers: {
        async *invoke() {
          for (let frame = 0; frame < frames; frame++) yield { type: 'thought' as const, content: String(frame) };
          throw new Error('torn');
        },
      },
    });
  const envelope = { invoke: { question: 'Who?', conversation: 'c1' } };
  const warnings = ['invoke.conversation: is not known; did you mean conversation_id?'];
  const answered = await repliesTo(loneService(agent(2)).dispatch, incoming(envelope));
  expect(answered.map((reply) => [reply.sequence, reply.warnings])).toEqual([
    [0, warnings],
    [1, null],
    [2, null],
  ]);
  const [failed] = await repliesTo(loneService(agent(0)).dispatch, incoming(envelope));
  expect(failed).toMatchObject({ error: { type: 'internal' }, warnings, sequence: 0, end: true });
});

it.each([
  ['purge', { everything: true, user_id: 'x' }, 'purge.user_id: is not known; did you mean user?', { everything: true }],
  ['purge', { id: 'fact_1', collecton: 'x' }, 'purge.collecton: is not known; did you mean collection?', { id: 'fact_1' }],
  [
    'update_settings',
    { settings: { memroy: 'off' } },
    'update_settings.settings.memroy: is not known; did you mean memory?',
    { settings: {} },
  ],
])('stops %s of %j', async (operation, request, message, good) => {
  const done = vi.fn(async () => ({}));
  const graph = defineService({
    name: 'graph',
    owns: [],
    variables: {},
    handlers: { purge: done, update_settings: done, prune: done },
  });
  const { dispatch } = loneService(graph);
  const replyTo = async (envelope: object) => (await repliesTo(dispatch, incoming(envelope, { door: 'command' })))[0];
  expect(await replyTo({ [operation]: request })).toEqual({
    error: { type: 'invalid-argument', message, retryable: false },
    warnings: null,
  });
  expect(await replyTo({ [operation]: {}, user: 'x' })).toMatchObject({ error: { message: /^user: is not known/ } });
  expect(done).not.toHaveBeenCalled();
  expect(await replyTo({ [operation]: { ...good, pinned: null } })).toMatchObject({ error: null, warnings: null });
  expect(await replyTo({ prune: { dry_rn: true } })).toMatchObject({ error: null, warnings: [expect.any(String)] });
});

it('is of no binary message: what its decoder did not know is gone', async () => {
  const { dispatch } = loneService(notesService);
  const [reply] = await repliesTo(dispatch, incoming({ store: { content: 'tea', user_id: 'bob' } }, { door: 'grpc' }));
  expect(reply).toMatchObject({ error: null, warnings: null });
});
