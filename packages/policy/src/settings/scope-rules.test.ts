import { scopeOf, systemClock } from '@agent-mem/contract';
import { createMemoryGraph, type JsonObject } from '@agent-mem/storage';
import { scope } from '@agent-mem/testing/kit';
import { expect, it, vi } from 'vitest';
import { isErased } from './purge-lines.ts';
import { purgeMarkId } from './purge-mark-ids.ts';
import { isUserScope, readScopeRules, settingsId, userScope } from './scope-rules.ts';

const at = '2026-05-07T00:00:00.000Z';
const defaultSettings = { memory: 'on', sensitiveData: 'redact', personalData: 'allow', learnTokensPerDay: 0 } as const;

async function rulesWith(
  user: JsonObject,
  ofScope: JsonObject,
  ofConversation: JsonObject,
  { conversation = 'c1' as string | null, kind = 'Settings' as 'Settings' | 'PurgeMark' } = {},
) {
  const graph = createMemoryGraph({ clock: systemClock });
  const idOf = kind === 'Settings' ? settingsId : (conversation: string | null) => purgeMarkId(conversation);
  const node = (id: string, properties: JsonObject) => ({ id, kind, createdAt: at, updatedAt: at, properties });
  await graph.commit(userScope(scope), { nodes: [node(idOf(null), user)] });
  await graph.commit(scope, { nodes: [node(idOf(null), ofScope), node(idOf('c1'), ofConversation)] });
  return readScopeRules({ graph, defaultSettings }, scope, conversation);
}

it.each([
  [{}, {}, {}, 'on', 'redact'],
  [{ memory: 'off' }, {}, {}, 'off', 'redact'],
  [{ memory: 'off' }, { memory: 'on' }, {}, 'on', 'redact'],
  [{ memory: 'off' }, { memory: 'on' }, { memory: 'off' }, 'off', 'redact'],
  [{ sensitive_data: 'refuse' }, {}, { sensitive_data: 'allow' }, 'on', 'allow'],
  [{ sensitive_data: 'refuse', memory: 'off' }, {}, { sensitive_data: 'allow' }, 'off', 'allow'],
  [{ sensitive_data: 'nonsense' }, { memory: true }, {}, 'on', 'redact'],
])('of user %j, scope %j and conversation %j holds %s, %s', async (user, own, conversation, memory, sensitiveData) => {
  expect(await rulesWith(user, own, conversation)).toEqual({
    memory,
    sensitiveData,
    personalData: 'allow',
    learnTokensPerDay: null,
    learning: { instructions: null, keep: [], never: [] },
    profileSchema: null,
    purges: [],
    going: [],
  });
});

it('what is done with personal data is the nearest that was set', async () => {
  const rules = await rulesWith({ personal_data: 'refuse' }, { personal_data: 'nonsense' }, {});
  expect(rules.personalData).toBe('refuse');
  expect((await rulesWith({ personal_data: 'refuse' }, {}, { personal_data: 'redact' })).personalData).toBe('redact');
});

it('of what to learn the nearest instructions and categories hold, and never is what any level says', async () => {
  const user = { learning_instructions: 'wide', keep_categories: ['work'], never_categories: ['health'] };
  const own = { never_categories: ['legal', 'health'], keep_categories: [] };
  const { learning } = await rulesWith(user, own, { learning_instructions: 'narrow', keep_categories: ['food'] });
  expect(learning).toEqual({ instructions: 'narrow', keep: ['food'], never: ['health', 'legal'] });
  expect((await rulesWith(user, own, {})).learning).toMatchObject({ instructions: 'wide', keep: ['work'] });
});

it('what is set for a conversation holds for no other, by whichever of its names', async () => {
  const off = { memory: 'off' };
  expect(await rulesWith({}, {}, off, { conversation: 'conv_c1' })).toMatchObject({ memory: 'off' });
  expect(await rulesWith({}, {}, off, { conversation: 'c2' })).toMatchObject({ memory: 'on' });
  expect(await rulesWith({}, {}, off, { conversation: null })).toMatchObject({ memory: 'on' });
});

it('the latest mark of an erasure counts', async () => {
  const marks = [{ purged_before: 5 }, { purged_before: 9 }, { purged_before: 7 }] as const;
  const { purges } = await rulesWith(...marks, { kind: 'PurgeMark' });
  expect([isErased(purges, 8, 100), isErased(purges, 9, 100)]).toEqual([true, false]);
});

it('what holds for a user holds in all collections of one workspace', () => {
  const other = scopeOf({ ...scope, collection: 'other' });
  expect(userScope(other)).toEqual(userScope(scope));
  expect(userScope(scopeOf({ ...scope, workspace: 'other' }))).not.toEqual(userScope(scope));
  expect([isUserScope(userScope(scope)), isUserScope(scope)]).toEqual([true, false]);
});

it('the Graph is asked once for the scope and once for the user', async () => {
  const graph = createMemoryGraph({ clock: systemClock });
  const get = vi.spyOn(graph, 'get');
  await readScopeRules({ graph, defaultSettings }, scope, 'c1');
  expect(get).toHaveBeenCalledTimes(2);
});
