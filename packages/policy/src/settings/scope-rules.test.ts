import { scopeOf, systemClock } from '@agent-mem/contract';
import { createMemoryGraph, type Graph, type JsonObject, type Status } from '@agent-mem/storage';
import { scope } from '@agent-mem/testing/kit';
import { expect, it, vi } from 'vitest';
import { isErased } from './purge-lines.ts';
import { purgeMarkId } from './purge-mark-ids.ts';
import { goingId, goingProperties } from './purges-under-way.ts';
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

it('an erasure of all that a user has counts in each of the user’s scopes', async () => {
  const { purges } = await rulesWith({ purged_before: 9 }, {}, {}, { kind: 'PurgeMark' });
  expect([isErased(purges, 8, 100), isErased(purges, 9, 100)]).toEqual([true, false]);
});

it('what is being purged of a scope, and of all that its user has, is known', async () => {
  const graph = createMemoryGraph({ clock: systemClock });
  const going = (noteId: string) => ({ noteId, memoryId: null, conversation: null, kinds: ['Fact'] }) as const;
  for (const [each, noteId] of [
    [scope, 'of the scope'],
    [userScope(scope), 'of the user'],
  ] as const) {
    const properties = goingProperties([going(noteId)]);
    await graph.commit(each, { nodes: [{ id: goingId, kind: 'PurgeMark', createdAt: at, updatedAt: at, properties }] });
  }
  const rules = await readScopeRules({ graph, defaultSettings }, scope, null);
  expect(rules.going.map(({ noteId }) => noteId).toSorted()).toEqual(['of the scope', 'of the user']);
});

it('settings that were deleted hold no more, and those of a conversation hold in whatever order a store answers', async () => {
  const graph = createMemoryGraph({ clock: systemClock });
  const settings = (conversation: string | null, memory: string, status: Status = 'ACTIVE') =>
    ({ id: settingsId(conversation), kind: 'Settings', status, createdAt: at, updatedAt: at, properties: { memory } }) as const;
  await graph.commit(userScope(scope), { nodes: [settings(null, 'off', 'DELETED')] });
  await graph.commit(scope, { nodes: [settings(null, 'on'), settings('c1', 'off')] });
  const backwards: Pick<Graph, 'get'> = { get: async (...asked) => (await graph.get(...asked)).toReversed() };
  const memoryIn = async (conversation: string, source: Pick<Graph, 'get'>) =>
    (await readScopeRules({ graph: source, defaultSettings }, scope, conversation)).memory;
  for (const source of [graph, backwards]) expect(await memoryIn('c1', source)).toBe('off');
  await graph.commit(scope, { nodes: [settings(null, 'off', 'DELETED')] });
  expect(await memoryIn('c2', graph)).toBe('on');
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
