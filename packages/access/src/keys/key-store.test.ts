import { OperationError } from '@agent-mem/contract';
import { createMemoryGraph } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { createKeyStore, type KeyStore } from './key-store.ts';
import { createKnownKeys } from './known-keys.ts';
import type { NewKey } from './new-key.ts';
import { principalOfKey } from './principal-of-key.ts';

const wish: NewKey = {
  name: 'app',
  permissions: ['read', 'write'],
  workspaces: ['default'],
  users: null,
  collections: null,
  expiresAt: null,
};
const minute = 60_000;

function start() {
  const clock = turnedClock();
  const graph = createMemoryGraph({ clock });
  const keys = createKeyStore({ graph, clock });
  const known = createKnownKeys({ keys, clock });
  const holderOf = (text: string) => principalOfKey(text, known, clock);
  return { clock, graph, keys, known, holderOf };
}

test('a key is known by its text, of which only the hash is stored', async () => {
  const { graph, keys, holderOf } = start();
  const { key, text } = await keys.create(wish);
  expect(text).toMatch(new RegExp(`^am_${key.id}_[\\w-]{43}$`));
  expect(await holderOf(text)).toEqual({
    id: `key:${key.id}`,
    limits: {},
    name: 'app',
    permissions: ['read', 'write'],
    workspaces: ['default'],
    users: null,
    collections: null,
  });
  const stored: unknown[] = [];
  for await (const scope of graph.scopes()) for await (const record of graph.dump(scope)) stored.push(record);
  expect(stored).not.toHaveLength(0);
  expect(JSON.stringify(stored)).not.toContain(text.slice(-43));
});

test.each([
  ['tampered with', (text: string) => `${text.slice(0, -1)}${text.endsWith('A') ? 'B' : 'A'}`, 'unknown'],
  ['cut short', (text: string) => text.slice(0, -1), 'malformed'],
  ['given another id', (text: string) => text.replace(/^am_.{12}/, 'am_0123456789ab'), 'unknown'],
])('a key that was %s is refused', async (_how, changed, reason) => {
  const { keys, holderOf } = start();
  const { text } = await keys.create(wish);
  await expect(holderOf(changed(text))).rejects.toMatchObject({ type: 'unauthenticated', reason });
});

test('the secret of one key does not open another', async () => {
  const { keys, holderOf } = start();
  const [one, other] = [await keys.create(wish), await keys.create(wish)];
  await expect(holderOf(one.text.replace(one.key.id, other.key.id))).rejects.toMatchObject({ reason: 'unknown' });
});

test('a key expires', async () => {
  const { clock, keys, holderOf } = start();
  const { key, text } = await keys.create({ ...wish, expiresAt: new Date(clock.now() + minute).toISOString() });
  await holderOf(text);
  await clock.advance(minute);
  await expect(holderOf(text)).rejects.toMatchObject({ reason: 'expired', who: `key:${key.id}` });
});

test('a key that is revoked elsewhere is refused within five seconds, one that is revoked here at once', async () => {
  const { clock, keys, known, holderOf } = start();
  const [one, other] = [await keys.create(wish), await keys.create(wish)];
  for (const { text } of [one, other]) await holderOf(text);
  for (const { key } of [one, other]) await keys.revoke(key.id);
  known.forget(one.key.id);
  await expect(holderOf(one.text)).rejects.toMatchObject({ reason: 'revoked' });
  await clock.advance(5_000);
  await expect(holderOf(other.text)).rejects.toMatchObject({ reason: 'revoked' });
  await expect(keys.rotate(one.key.id, 0)).rejects.toMatchObject({ type: 'failed-precondition' });
});

test('a key that is rotated answers to both texts for a while, then to the new one', async () => {
  const { clock, keys, known, holderOf } = start();
  const first = await keys.create(wish);
  const second = await keys.rotate(first.key.id, minute);
  known.forget(first.key.id);
  for (const { text } of [first, second]) expect((await holderOf(text)).id).toBe(`key:${first.key.id}`);
  await clock.advance(minute);
  await holderOf(second.text);
  await expect(holderOf(first.text)).rejects.toMatchObject({ reason: 'expired' });
  const third = await keys.rotate(first.key.id, 0);
  await clock.advance(5_000);
  await expect(holderOf(second.text)).rejects.toMatchObject({ reason: 'unknown' });
  await holderOf(third.text);
});

test('a key that is rotated twice answers to each text as long as each rotation said', async () => {
  const { clock, keys, known, holderOf } = start();
  const first = await keys.create(wish);
  const second = await keys.rotate(first.key.id, 2 * minute);
  const third = await keys.rotate(first.key.id, 3 * minute);
  known.forget(first.key.id);
  for (const { text } of [first, second, third]) await holderOf(text);
  await clock.advance(2 * minute);
  await expect(holderOf(first.text)).rejects.toMatchObject({ reason: 'expired' });
  await holderOf(second.text);
  await keys.rotate(first.key.id, minute / 2);
  await clock.advance(minute / 2);
  await expect(holderOf(second.text)).rejects.toMatchObject({ reason: 'expired' });
});

test('a whole key in the place of its id is refused, and not repeated', async () => {
  const { keys } = start();
  const { text } = await keys.create(wish);
  const refusal = 'id: is a whole key, which is secret; its id is the 12 digits after am_';
  for (const change of [() => keys.revoke(text), () => keys.rotate(` ${text.slice(0, -1)}`, 0)])
    await expect(change()).rejects.toThrow(new OperationError('invalid-argument', refusal));
  await expect(keys.revoke('0123456789ab')).rejects.toMatchObject({ type: 'not-found' });
});

test('a key that was handed in is made once, and is no other’s', async () => {
  const { keys } = start();
  const { text, key } = await start().keys.create(wish);
  await keys.create({ ...wish, text });
  await keys.create({ ...wish, text: `${text}\n` });
  expect((await keys.list()).map(({ id }) => id)).toEqual([key.id]);
  const another = `${text.slice(0, -3)}abc`;
  await expect(keys.create({ ...wish, text: another })).rejects.toMatchObject({ type: 'already-exists' });
});

test('the list has every key, the oldest first, also those that are revoked', async () => {
  const { clock, keys } = start();
  const ids: string[] = [];
  for (const name of ['one', 'two', 'three']) {
    ids.push((await keys.create({ ...wish, name })).key.id);
    await clock.advance(minute);
  }
  await keys.revoke(ids[1] ?? '');
  expect((await keys.list()).map(({ id, revokedAt }) => [id, revokedAt !== null])).toEqual([
    [ids[0], false],
    [ids[1], true],
    [ids[2], false],
  ]);
});

test.each<[keyof NewKey | 'expires_at' | 'key', Partial<NewKey>]>([
  ['name', { name: '' }],
  ['name', { name: 'a\u0007' }],
  ['permissions', { permissions: [] }],
  ['permissions', { permissions: ['fly' as 'read'] }],
  ['workspaces', { workspaces: [] }],
  ['users', { users: ['\u001fkeys'] }],
  ['users', { users: ['*', 'anne'] }],
  ['collections', { collections: ['*'] }],
  ['expires_at', { expiresAt: '2020-01-01T00:00:00.000Z' }],
  ['key', { text: 'secret' }],
])('a key with a wrong %s is refused by name', async (member, wrong) => {
  const { keys } = start();
  await expect(keys.create({ ...wish, ...wrong })).rejects.toMatchObject({
    type: 'invalid-argument',
    message: expect.stringMatching(`^${member}: `),
  });
  expect(await keys.list()).toEqual([]);
});

test('what nobody has is asked of the store once in five seconds, and a failure is not remembered', async () => {
  const { clock } = start();
  let asked = 0;
  const get: KeyStore['get'] = async () => {
    asked += 1;
    if (asked === 1) throw new Error('away');
    return null;
  };
  const known = createKnownKeys({ keys: { get }, clock });
  await expect(known.find('k')).rejects.toThrow('away');
  expect([await known.find('k'), await known.find('k'), asked]).toEqual([null, null, 2]);
  await clock.advance(5_000);
  await known.find('k');
  expect(asked).toBe(3);
  // By a clock that was set back, what was read may be of any age: it may be revoked since.
  await clock.leap(-3_600_000);
  await known.find('k');
  expect(asked).toBe(4);
});

test('a key that is revoked while it is rotated stays revoked, and one that is rotated twice at once has both texts', async () => {
  const { clock, graph, keys, holderOf } = start();
  /** The keys of a process that another comes before, once, between its read and its write. */
  const overtaken = (first: () => Promise<unknown>) => {
    let isOvertaken = false;
    const commit: typeof graph.commit = async (...asked) => {
      if (!isOvertaken) {
        isOvertaken = true;
        await first();
      }
      return graph.commit(...asked);
    };
    return createKeyStore({ graph: { ...graph, commit }, clock });
  };
  const { key: revoked } = await keys.create(wish);
  await expect(overtaken(() => keys.revoke(revoked.id)).rotate(revoked.id, minute)).rejects.toMatchObject({
    type: 'failed-precondition',
  });
  expect((await keys.get(revoked.id))?.revokedAt).not.toBeNull();

  const { key } = await keys.create(wish);
  let first = '';
  const second = await overtaken(async () => {
    first = (await keys.rotate(key.id, minute)).text;
  }).rotate(key.id, minute);
  for (const text of [first, second.text]) expect(await holderOf(text)).toMatchObject({ id: `key:${key.id}` });
});
