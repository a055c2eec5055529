import { expect, test } from 'vitest';
import { act, type FlowWorldOptions, final, says, spoken, startFlowWorld } from './flow-world.ts';
import { scopeTokens, tampered } from './scope-tokens.ts';

const { token, access } = scopeTokens();
const named = 'memory-scope-token of the flow w/f:';

/** A flow with this token, in this mode, and what memory was asked in it. */
async function flowWith(given: string | null, options: FlowWorldOptions = {}, mode: 'required' | 'report' = 'required') {
  const { access: tokenAccess, entries } = access(mode);
  const asked: Record<string, unknown>[] = [];
  const call = async (service: string, operation: string, request: Record<string, unknown>): Promise<unknown> => {
    asked.push({ service, operation, ...request });
    throw new Error('Nothing is known here');
  };
  const parameters: Record<string, string> = given === null ? {} : { 'memory-scope-token': given };
  const world = await startFlowWorld({ model: [final], memory: 'full', call, tokenAccess, parameters, ...options });
  return { world, entries, asked };
}

const question = { question: 'What?', conversation_id: 'c', session_id: 'S' };

test.each([
  [
    'is for another workspace',
    () => token({ workspaces: ['v'] }),
    "workspace: is not this credential's, which is for v",
    'scope',
  ],
  [
    'is for another collection',
    () => token({ collections: ['c'] }),
    "collection: is not this credential's, which is for c",
    'scope',
  ],
  ['has expired', () => token({ lastsMs: -1_000 }), 'has expired', 'expired'],
  ['was tampered with', async () => tampered(await token()), 'is not signed by a key of this fleet', 'unknown'],
  ['is of one message alone', () => token({ message: { payload: '{}', properties: {} } }), 'is of another message', 'unknown'],
  [
    'may not write',
    () => token({ permissions: ['read'] }),
    'agent.invoke needs the permission write; this credential has read',
    'permission',
  ],
  ['is none', async () => '""', 'cannot be read', 'malformed'],
  ['is an object', async () => '{"token": 1}', 'cannot be read', 'malformed'],
])(
  'a question is refused where the token of its flow %s, and nothing of it is asked or learned',
  async (_, made, reason, why) => {
    const { world, entries, asked } = await flowWith(await made());
    await using _world = world;
    const [frame, ...more] = await world.ask({ ...question, collection: 'default' });
    expect(more).toEqual([]);
    expect(frame).toMatchObject({ message_type: 'error', content: `${named} ${reason}`, end_of_dialog: true });
    expect(entries).toEqual([expect.objectContaining({ door: 'bus', from: 'flow w/f', reason: why })]);
    expect([asked, world.asked, world.events, world.noted]).toEqual([[], [], [], []]);
  },
);

test('a question of a user that the token of its flow is not for is refused', async () => {
  const { world, entries } = await flowWith(await token({ users: ['anne'] }));
  await using _world = world;
  const [frame] = await world.ask({ ...question, user: 'ben' });
  expect(frame?.content).toBe(`${named} user: is not this credential's, which is for anne`);
  expect(entries).toEqual([
    expect.objectContaining({ operation: 'agent.invoke', user: 'ben', who: 'token:crm', reason: 'scope' }),
  ]);
});

test('a question is answered under a good token, which names its user', async () => {
  const { world, entries, asked } = await flowWith(JSON.stringify(await token({ users: ['anne'] })));
  await using _world = world;
  expect(spoken(await world.ask(question))).toEqual(['thought done.', 'answer Paris!']);
  expect(asked.length).toBeGreaterThan(0);
  for (const { user } of asked) expect(user).toBe('anne');
  expect(world.events).toEqual([expect.objectContaining({ type: 'invocation-completed', user: 'anne' })]);
  const invoked = { operation: 'agent.invoke', who: 'token:crm', outcome: 'done', user: 'anne', ids: { conversation_id: 'c' } };
  expect(entries).toEqual([expect.objectContaining(invoked)]);
});

test('all steps of a question are one of the requests that the holder of its token may make', async () => {
  const { access: own } = access('required');
  const attempts: unknown[] = [];
  const tokenAccess: typeof own = {
    ...own,
    authenticate(visit) {
      attempts.push(visit.attempt);
      return own.authenticate(visit);
    },
  };
  const services = { 'graph-rag': says('Paris') };
  const { world } = await flowWith(await token(), { tokenAccess, model: [act, final], services });
  await using _world = world;
  expect(spoken(await world.ask(question)).at(-1)).toBe('answer Paris!');
  expect(attempts).toEqual([1, 2]);
});

test('a flow without a token goes on, and so does one whose memory is off', async () => {
  const without = await flowWith(null);
  await using _without = without.world;
  expect(spoken(await without.world.ask(question))).toEqual(['thought done.', 'answer Paris!']);
  const off = await flowWith(await token({ lastsMs: -1_000 }), { memory: 'off' });
  await using _off = off.world;
  expect(spoken(await off.world.ask(question))).toEqual(['thought done.', 'answer Paris!']);
  expect([...without.entries, ...off.entries]).toEqual([]);
});

test('AUTH=report lets a bad token through, and writes it down', async () => {
  const { world, entries } = await flowWith(await token({ lastsMs: -1_000 }), {}, 'report');
  await using _world = world;
  expect(spoken(await world.ask(question))).toEqual(['thought done.', 'answer Paris!']);
  expect(entries[0]).toMatchObject({ reason: 'expired', from: 'flow w/f' });
});
