import { OperationError } from '@agent-mem/contract';
import { expect, test } from 'vitest';
import { createAccess } from './access.ts';
import type { AuditEntry } from './audit/audit-entry.ts';
import type { Principal } from './grant.ts';
import { type Limits, noLimits } from './limits/limits.ts';
import { Refusal } from './refusal.ts';
import type { AccessMode, Visit } from './visit.ts';

const visit: Visit = { authorization: 'Bearer anne', actingFor: null, from: '192.0.2.7', door: 'http' };
const anne: Principal = {
  id: 'key:1',
  name: 'app',
  permissions: ['read', 'write'],
  workspaces: ['default'],
  users: ['anne'],
  collections: null,
};

function start(mode: AccessMode, limits = noLimits) {
  const time = { ms: 0 };
  const entries: AuditEntry[] = [];
  const counted: string[] = [];
  const warnings: string[] = [];
  const ignore = () => undefined;
  const log = {
    debug: ignore,
    info: ignore,
    error: ignore,
    warn: (_facts: object, text: string) => void warnings.push(text),
    child: () => log,
  };
  const access = createAccess({
    mode,
    limits,
    identify: async ({ authorization }) => {
      if (authorization === 'Bearer anne') return anne;
      if (authorization === null) throw new Refusal('no-credential', 'Authorization: is required');
      throw new Refusal('unknown', 'Authorization: there is no such key');
    },
    audit: { write: (entry) => void entries.push(entry), async [Symbol.asyncDispose]() {} },
    clock: { now: () => time.ms },
    log,
    refused: (reason, door) => void counted.push(`${door} ${reason}`),
  });
  return { access, entries, counted, warnings, time };
}

test('a request is asked in the scope of its caller, and what it wrote is written down without its content', async () => {
  const { access, entries } = start('required');
  const visitor = await access.authenticate(visit);
  const asked = await visitor.authorize('facts', 'store', { content: 'Anne likes tea' });
  expect(asked.request).toEqual({ content: 'Anne likes tea', workspace: 'default', user: 'anne', collection: 'default' });
  asked.ended({ answer: { fact_id: 'fact_1', created: true } });
  expect(entries).toEqual([
    {
      at: '1970-01-01T00:00:00.000Z',
      who: 'key:1',
      name: 'app',
      from: '192.0.2.7',
      door: 'http',
      operation: 'facts.store',
      workspace: 'default',
      user: 'anne',
      collection: 'default',
      ids: { fact_id: 'fact_1' },
      outcome: 'done',
      reason: '',
    },
  ]);
});

test('of callers without a valid credential the audit log has a hundred refusals a minute, and all of those that are known', async () => {
  const { access, entries, counted, warnings, time } = start('required');
  const stranger = { ...visit, authorization: 'Bearer guessed' };
  const refuse = async (count: number) => {
    for (let index = 0; index < count; index += 1)
      await expect(access.authenticate(stranger)).rejects.toMatchObject({ type: 'unauthenticated' });
  };
  await refuse(150);
  expect([entries.length, counted.length]).toEqual([100, 150]);
  expect(warnings).toEqual([expect.stringContaining('agentmem_refused_total')]);
  const visitor = await access.authenticate(visit);
  await expect(visitor.authorize('facts', 'list', { user: 'ben' })).rejects.toMatchObject({ type: 'permission-denied' });
  expect(entries.at(-1)).toMatchObject({ who: 'key:1', user: 'ben', reason: 'scope' });
  time.ms = 60_000;
  await refuse(2);
  expect(entries).toHaveLength(103);
});

test('a read of a record that the request names is written down, and a search is not', async () => {
  const { access, entries } = start('required');
  const visitor = await access.authenticate(visit);
  (await visitor.authorize('facts', 'retrieve', { query: 'tea', conversation_id: 'c1' })).ended({ answer: {} });
  const asked = await visitor.authorize('facts', 'get', { fact_id: 'fact_1' });
  asked.ended({ error: new OperationError('not-found', 'There is no such fact') });
  expect(entries.map(({ operation, ids, outcome }) => ({ operation, ids, outcome }))).toEqual([
    { operation: 'facts.get', ids: { fact_id: 'fact_1' }, outcome: 'not-found' },
  ]);
});

test.each([
  ['no credential', null, 'no-credential'],
  ['an unknown credential', 'Bearer ben', 'unknown'],
])('%s is refused, counted and written down', async (_what, authorization, reason) => {
  const { access, entries, counted } = start('required');
  await expect(access.authenticate({ ...visit, authorization })).rejects.toMatchObject({ type: 'unauthenticated', reason });
  expect(counted).toEqual([`http ${reason}`]);
  expect(entries).toEqual([expect.objectContaining({ who: null, from: '192.0.2.7', outcome: 'unauthenticated', reason })]);
});

test('what a caller may not do is refused, counted and written down', async () => {
  const { access, entries, counted } = start('required');
  const visitor = await access.authenticate(visit);
  await expect(visitor.authorize('facts', 'purge', { user: 'anne' })).rejects.toThrow('facts.purge needs the permission admin');
  await expect(visitor.authorize('facts', 'get', { user: 'ben', fact_id: 'fact_1' })).rejects.toThrow(/^user: /);
  expect(() => visitor.checkAdmin('keys.create')).toThrow('keys.create needs the permission admin');
  expect(counted).toEqual(['http permission', 'http scope', 'http permission']);
  expect(entries.map(({ who, operation, user, ids, reason }) => [who, operation, user, ids, reason])).toEqual([
    ['key:1', 'facts.purge', 'anne', {}, 'permission'],
    ['key:1', 'facts.get', 'ben', { fact_id: 'fact_1' }, 'scope'],
    ['key:1', 'keys.create', '', {}, 'permission'],
  ]);
});

test('a name that is too long for one stands in the audit log as far as a name goes', async () => {
  const { access, entries } = start('required');
  const visitor = await access.authenticate(visit);
  await expect(visitor.authorize('facts', 'list', { user: 'b'.repeat(100_000) })).rejects.toThrow(/^user: /);
  expect(entries.map(({ user }) => user)).toEqual(['b'.repeat(256)]);
});

test('report lets through whom required would refuse, and says so', async () => {
  const { access, counted, entries, warnings } = start('report');
  const stranger = await access.authenticate({ ...visit, authorization: null });
  expect((await stranger.authorize('facts', 'purge', { user: 'ben' })).request).toEqual({ user: 'ben' });
  const visitor = await access.authenticate(visit);
  expect((await visitor.authorize('facts', 'list', { user: 'ben' })).request).toEqual({ user: 'ben' });
  // What would be served is asked as it would be.
  expect((await visitor.authorize('facts', 'list', {})).request).toMatchObject({ user: 'anne' });
  const acting = await access.authenticate({ ...visit, actingFor: 'ben' });
  expect((await acting.authorize('facts', 'store', { content: 'c' })).request).toEqual({ content: 'c', user: 'ben' });
  expect(counted).toEqual(['http no-credential', 'http scope', 'http scope']);
  expect(entries.map(({ outcome, reason }) => `${outcome}: ${reason}`)).toEqual([
    'let-through: no-credential',
    'let-through: scope',
    'let-through: scope',
  ]);
  expect(warnings).toEqual([
    expect.stringMatching(/^AUTH=required would refuse this: /),
    expect.stringMatching(/: user: /),
    expect.any(String),
  ]);
});

test('off asks nobody who it is, and X-User still names the user', async () => {
  const { access, counted } = start('off');
  const visitor = await access.authenticate({ ...visit, authorization: 'Bearer ben', actingFor: 'carl' });
  expect((await visitor.authorize('facts', 'purge', {})).request).toEqual({ user: 'carl' });
  await expect(visitor.authorize('facts', 'purge', { user: 'ben' })).rejects.toThrow(/^user: differs from X-User/);
  expect(counted).toEqual([]);
});

test('a message that comes again is not counted again', async () => {
  const entered: boolean[] = [];
  const limits: Limits = {
    ...noLimits,
    async enter({ isCounted }) {
      entered.push(isCounted);
      return () => undefined;
    },
  };
  const { access } = start('required', limits);
  for (const attempt of [1, 2, 3]) {
    const visitor = await access.authenticate({ ...visit, door: 'bus', attempt });
    await visitor.authorize('facts', 'store', { content: 'Anne likes tea' });
  }
  expect(entered).toEqual([false, true, true]);
});
