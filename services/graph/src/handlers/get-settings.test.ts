import { startFleet } from '@agent-mem/testing';
import { expect, test } from 'vitest';

test('what models may take to learn is a setting of a scope or a user, and what holds is said', async () => {
  await using fleet = await startFleet({ services: ['graph'], environment: { LEARN_TOKENS_PER_DAY: '5000' } });
  const { call } = fleet.caller;
  await call('graph', 'update_settings', { all_collections: true, settings: { learn_tokens_per_day: 900 } });
  expect((await call('graph', 'get_settings', {})).effective).toMatchObject({ learn_tokens_per_day: 900 });
  const { effective } = await call('graph', 'update_settings', { settings: { learn_tokens_per_day: 0, memory: 'on' } });
  expect(effective).toMatchObject({ learn_tokens_per_day: 0, memory: 'on' });
  expect((await call('graph', 'get_settings', {})).learning).toEqual({
    waiting: 0,
    tokens_today: 0,
    tokens_per_day: 0,
    tokens_today_in_all: 0,
    tokens_per_day_in_all: 5_000,
    tokens_spent: false,
  });
  expect((await call('graph', 'get_settings', { collection: 'other' })).learning).toMatchObject({ tokens_per_day: 900 });
  const ofConversation = { conversation_id: 'c1', settings: { learn_tokens_per_day: 1 } };
  await expect(call('graph', 'update_settings', ofConversation)).rejects.toMatchObject({ type: 'invalid-argument' });
});

test('what is to be learned is answered as it was set, and an empty list sets nothing', async () => {
  await using fleet = await startFleet({ services: ['graph'] });
  const { call } = fleet.caller;
  await call('graph', 'update_settings', { all_collections: true, settings: { never_categories: ['health'] } });
  const settings = { learning_instructions: 'Be brief', keep_categories: ['work'], never_categories: [] };
  await call('graph', 'update_settings', { settings });
  const { of_scope, effective } = await call('graph', 'get_settings', {});
  expect(of_scope).toMatchObject(settings);
  expect(effective).toMatchObject({ ...settings, never_categories: ['health'] });
});

test('a request replaces all that was set there, and nothing that was set for the user', async () => {
  await using fleet = await startFleet({ services: ['graph'] });
  const { call } = fleet.caller;
  await call('graph', 'update_settings', { all_collections: true, settings: { personal_data: 'refuse' } });
  await call('graph', 'update_settings', { settings: { memory: 'off' } });
  await call('graph', 'update_settings', { settings: { never_categories: ['health'] } });
  const { effective } = await call('graph', 'get_settings', {});
  expect(effective).toMatchObject({ memory: 'on', never_categories: ['health'], personal_data: 'refuse' });
});

test('the words of settings are screened as those of memories are', async () => {
  await using fleet = await startFleet({ services: ['graph'] });
  const { call } = fleet.caller;
  const update = (learning_instructions: string, personal_data: 'allow' | 'redact' | 'refuse') =>
    call('graph', 'update_settings', { settings: { learning_instructions, personal_data } });
  await update('short', 'redact');
  const { effective } = await update('Ask ann@example.com', 'refuse');
  expect(effective?.learning_instructions).toBe('Ask [redacted: email]');
  await expect(update('Ask ann@example.com', 'allow')).rejects.toMatchObject({ type: 'failed-precondition' });
});

test('the schema of a profile is one of a scope or a user, and what is none is refused by name', async () => {
  await using fleet = await startFleet({ services: ['graph'] });
  const { call } = fleet.caller;
  const profile_schema = '{"type":"object","properties":{"diet":{"description":"Food"}}}';
  await call('graph', 'update_settings', { all_collections: true, settings: { profile_schema } });
  expect((await call('graph', 'get_settings', {})).effective).toMatchObject({ profile_schema });
  const refused = (settings: object, more: object = {}) =>
    expect(call('graph', 'update_settings', { settings, ...more })).rejects.toMatchObject({
      type: 'invalid-argument',
      message: expect.stringMatching(/^settings\.profile_schema: /),
    });
  for (const text of ['no JSON', '[]', '{"type":"object"}', '{"properties":{"diet":{"type":"list"}}}'])
    await refused({ profile_schema: text });
  await refused({ profile_schema }, { conversation_id: 'c1' });
  expect((await call('graph', 'get_settings', {})).effective).toMatchObject({ profile_schema });
});
