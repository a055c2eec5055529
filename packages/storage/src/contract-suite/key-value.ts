import { isSameScope, type Scope } from '@agent-mem/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { KeyValue, KeyValueMaintenance } from '../key-value.ts';
import type { Opened } from './opened.ts';
import { freshScope, lookAlikeScopes } from './scopes.ts';

/** A KeyValue and its time: an adapter turns its clock, or waits where the store has a clock of its own. */
export interface OpenedKeyValue extends Opened<KeyValue & KeyValueMaintenance> {
  passTime(ms: number): Promise<void>;
}

/** The definition of a KeyValue: every adapter passes all of it. */
export function describeKeyValue(name: string, open: () => Promise<OpenedKeyValue>): void {
  describe(`${name} is a KeyValue`, () => {
    let opened: OpenedKeyValue;
    let keyValue: KeyValue & KeyValueMaintenance;
    let scope: Scope;
    beforeEach(async () => {
      opened = await open();
      keyValue = opened.store;
      scope = freshScope();
    });
    afterEach(() => opened[Symbol.asyncDispose]());

    const valueUnder = async (key: string) => (await keyValue.get(scope, key))?.value ?? null;

    describe('values', () => {
      it('gives back what was set last', async () => {
        expect(await keyValue.get(scope, 'k')).toBeNull();
        await keyValue.set(scope, 'k', 'one');
        await keyValue.set(scope, 'k', 'größe 🧠 \n " \\');
        expect(await valueUnder('k')).toBe('größe 🧠 \n " \\');
        await keyValue.set(scope, '__proto__', '');
        expect(await valueUnder('__proto__')).toBe('');
        expect(await valueUnder('constructor')).toBeNull();
        await keyValue.delete(scope, 'k');
        await keyValue.delete(scope, 'k');
        expect(await keyValue.get(scope, 'k')).toBeNull();
      });

      it('keeps a large value', async () => {
        const value = '記'.repeat(300_000);
        await keyValue.set(scope, 'k', value);
        expect(await valueUnder('k')).toBe(value);
      });

      it('raises the version with each write, also after a deletion', async () => {
        const versions: number[] = [];
        for (let i = 0; i < 4; i++) {
          await keyValue.set(scope, 'k', 'same');
          versions.push((await keyValue.get(scope, 'k'))?.version ?? 0);
          if (i === 1) await keyValue.delete(scope, 'k');
        }
        expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
        expect(versions[0]).toBeGreaterThan(0);
      });

      it('takes a time to live of any length, for values, lists and leases', async () => {
        await keyValue.set(scope, 'k', 'x', { ttlMs: 60_000 / 7 });
        await keyValue.append(scope, 'k', ['x'], { ttlMs: 60_000 / 7 });
        expect([await valueUnder('k'), await keyValue.list(scope, 'k')]).toEqual(['x', ['x']]);
        expect(await keyValue.acquire(scope, 'k', 'holder', 60_000 / 7)).not.toBeNull();
      });

      it('forgets a value when its time is over', async () => {
        await keyValue.set(scope, 'short', 'x', { ttlMs: 1_000 });
        await keyValue.set(scope, 'long', 'x', { ttlMs: 60_000 });
        await keyValue.set(scope, 'for ever', 'x');
        await keyValue.set(scope, 'lifted', 'x', { ttlMs: 1_000 });
        await keyValue.set(scope, 'lifted', 'y');
        expect(await valueUnder('short')).toBe('x');
        await opened.passTime(1_001);
        expect(await keyValue.get(scope, 'short')).toBeNull();
        expect([await valueUnder('long'), await valueUnder('for ever'), await valueUnder('lifted')]).toEqual(['x', 'x', 'y']);
        expect(await keyValue.compareAndSet(scope, 'short', 0, 'again', { ttlMs: 1_000 })).toBeGreaterThan(0);
        await opened.passTime(1_001);
        expect(await keyValue.get(scope, 'short')).toBeNull();
      });
    });

    describe('compareAndSet', () => {
      it('writes at the version expected and answers the new one', async () => {
        const first = await keyValue.compareAndSet(scope, 'k', 0, 'one');
        expect(first).toBe((await keyValue.get(scope, 'k'))?.version);
        expect(await keyValue.compareAndSet(scope, 'k', 0, 'two')).toBeNull();
        expect(await keyValue.compareAndSet(scope, 'k', (first ?? 0) + 1, 'two')).toBeNull();
        expect(await valueUnder('k')).toBe('one');
        const second = await keyValue.compareAndSet(scope, 'k', first ?? 0, 'two');
        expect(second).toBeGreaterThan(first ?? 0);
        expect(await valueUnder('k')).toBe('two');
      });

      it('is not deceived by a key that was deleted and made again', async () => {
        const stale = (await keyValue.compareAndSet(scope, 'k', 0, 'one')) ?? 0;
        await keyValue.delete(scope, 'k');
        expect(await keyValue.compareAndSet(scope, 'k', stale, 'late')).toBeNull();
        await keyValue.set(scope, 'k', 'one');
        expect(await keyValue.compareAndSet(scope, 'k', stale, 'late')).toBeNull();
        expect(await valueUnder('k')).toBe('one');
      });

      it('lets exactly one of fifty win', async () => {
        for (const round of ['absent', 'present']) {
          const version = (await keyValue.get(scope, 'k'))?.version ?? 0;
          expect(version === 0).toBe(round === 'absent');
          const results = await Promise.all(
            Array.from({ length: 50 }, (_, i) => keyValue.compareAndSet(scope, 'k', version, `writer ${i}`)),
          );
          const winner = results.findIndex((result) => result !== null);
          expect(results.filter((result) => result !== null)).toHaveLength(1);
          expect(await keyValue.get(scope, 'k')).toEqual({ value: `writer ${winner}`, version: results[winner] });
        }
      });

      it('counts without loss when every loser tries again', async () => {
        const raise = async (): Promise<void> => {
          const entry = await keyValue.get(scope, 'n');
          const next = String(Number(entry?.value ?? 0) + 1);
          if ((await keyValue.compareAndSet(scope, 'n', entry?.version ?? 0, next)) === null) await raise();
        };
        await Promise.all(Array.from({ length: 10 }, raise));
        expect(await valueUnder('n')).toBe('10');
      });
    });

    describe('lists', () => {
      it('appends in order and answers the length', async () => {
        expect(await keyValue.list(scope, 'l')).toEqual([]);
        expect(await keyValue.append(scope, 'l', ['a', 'b'])).toBe(2);
        expect(await keyValue.append(scope, 'l', [])).toBe(2);
        expect(await keyValue.append(scope, 'l', ['ü🧠', ''])).toBe(4);
        expect(await keyValue.list(scope, 'l')).toEqual(['a', 'b', 'ü🧠', '']);
        await keyValue.delete(scope, 'l');
        expect(await keyValue.list(scope, 'l')).toEqual([]);
        expect(await keyValue.append(scope, 'l', [])).toBe(0);
      });

      it('changes nothing when an append with a position comes again', async () => {
        expect(await keyValue.append(scope, 'l', ['a', 'b'], { position: 0 })).toBe(2);
        expect(await keyValue.append(scope, 'l', ['a', 'b'], { position: 0 })).toBe(2);
        expect(await keyValue.append(scope, 'l', ['c'], { position: 2 })).toBe(3);
        expect(await keyValue.append(scope, 'l', ['a'], { position: 0 })).toBe(3);
        // The end of it is not there yet: a repeat of a larger append after a smaller one.
        expect(await keyValue.append(scope, 'l', ['c', 'd'], { position: 2 })).toBe(4);
        await expect(keyValue.append(scope, 'l', ['z'], { position: 5 })).rejects.toMatchObject({ type: 'out-of-range' });
        expect(await keyValue.list(scope, 'l')).toEqual(['a', 'b', 'c', 'd']);
      });

      it('loses none of fifty appends at once', async () => {
        const values = Array.from({ length: 50 }, (_, i) => `v${i}`);
        const lengths = await Promise.all(values.map((value) => keyValue.append(scope, 'l', [value])));
        expect([...lengths].sort((a, b) => a - b)).toEqual(values.map((_, i) => i + 1));
        expect([...(await keyValue.list(scope, 'l'))].sort()).toEqual([...values].sort());
      });

      it('drops a list when its time is over, and changes that time only on request', async () => {
        await keyValue.append(scope, 'l', ['a'], { ttlMs: 1_000 });
        await keyValue.append(scope, 'l', ['b']);
        await keyValue.append(scope, 'renewed', ['a'], { ttlMs: 1_000 });
        await keyValue.append(scope, 'renewed', ['b'], { ttlMs: 60_000 });
        await opened.passTime(1_001);
        expect(await keyValue.list(scope, 'l')).toEqual([]);
        expect(await keyValue.list(scope, 'renewed')).toEqual(['a', 'b']);
        expect(await keyValue.append(scope, 'l', ['z'], { position: 0 })).toBe(1);
        await opened.passTime(2_000);
        expect(await keyValue.list(scope, 'l')).toEqual(['z']);
      });

      it('lets a value and a list stand under one key', async () => {
        await keyValue.set(scope, 'k', 'value');
        await keyValue.append(scope, 'k', ['a']);
        expect(await valueUnder('k')).toBe('value');
        expect(await keyValue.list(scope, 'k')).toEqual(['a']);
        await keyValue.delete(scope, 'k');
        expect([await valueUnder('k'), await keyValue.list(scope, 'k')]).toEqual([null, []]);
      });
    });

    describe('leases', () => {
      it('gives a key to one holder at a time', async () => {
        const lease = await keyValue.acquire(scope, 'k', 'anne', 60_000);
        expect(lease?.token).toBeGreaterThan(0);
        expect(await keyValue.acquire(scope, 'k', 'bert', 60_000)).toBeNull();
        const renewed = await keyValue.acquire(scope, 'k', 'anne', 120_000);
        expect(renewed?.token).toBe(lease?.token);
        expect(renewed?.expiresAt).toBeGreaterThan(lease?.expiresAt ?? 0);
        await keyValue.release(scope, 'k', 'bert');
        expect(await keyValue.acquire(scope, 'k', 'bert', 60_000)).toBeNull();
        await keyValue.release(scope, 'k', 'anne');
        expect((await keyValue.acquire(scope, 'k', 'bert', 60_000))?.token).toBeGreaterThan(lease?.token ?? 0);
        expect(await keyValue.acquire(scope, 'other', 'carl', 60_000)).not.toBeNull();
        expect(await keyValue.get(scope, 'k')).toBeNull();
      });

      it('gives a lease that ran out to the next, with a larger token, also to the same holder', async () => {
        const tokens: number[] = [];
        for (const holder of ['anne', 'bert', 'bert', 'anne']) {
          tokens.push((await keyValue.acquire(scope, 'k', holder, 1_000))?.token ?? 0);
          await opened.passTime(1_001);
        }
        expect(tokens).toEqual([...new Set(tokens)].sort((a, b) => a - b));
        // Who comes late releases nothing of others.
        await keyValue.acquire(scope, 'k', 'carl', 60_000);
        await keyValue.release(scope, 'k', 'anne');
        expect(await keyValue.acquire(scope, 'k', 'anne', 60_000)).toBeNull();
      });

      it('gives it to exactly one of fifty', async () => {
        const leases = await Promise.all(
          Array.from({ length: 50 }, (_, i) => keyValue.acquire(scope, 'k', `holder ${i}`, 60_000)),
        );
        expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
      });
    });

    describe('scopes and maintenance', () => {
      it('shows no scope anything of another, also of those that look alike', async () => {
        const scopes = lookAlikeScopes();
        for (const [i, own] of scopes.entries()) {
          await keyValue.set(own, 'k', `${i}`);
          expect(await keyValue.append(own, 'k', [`${i}`])).toBe(1);
          expect(await keyValue.acquire(own, 'k', `${i}`, 60_000)).not.toBeNull();
          expect(await keyValue.compareAndSet(own, 'cas', 0, `${i}`)).not.toBeNull();
        }
        for (const [i, own] of scopes.entries()) {
          expect((await keyValue.get(own, 'k'))?.value).toBe(`${i}`);
          expect(await keyValue.list(own, 'k')).toEqual([`${i}`]);
        }
        const [first, ...others] = scopes as readonly [Scope, ...Scope[]];
        await keyValue.delete(first, 'k');
        await keyValue.release(first, 'k', '0');
        for (const own of others) {
          expect(await keyValue.get(own, 'k')).not.toBeNull();
          expect(await keyValue.list(own, 'k')).toHaveLength(1);
          expect(await keyValue.acquire(own, 'k', 'somebody', 60_000)).toBeNull();
        }
      });

      it('takes look-alike keys apart', async () => {
        const keys = ['a', 'A', 'a/', 'a:b', 'a/b', 'a%2Fb', 'a*', 'a_', 'ä', ' a', ''];
        for (const key of keys) await keyValue.set(scope, key, `of ${key}`);
        for (const key of keys) expect(await valueUnder(key)).toBe(`of ${key}`);
      });

      it('lists the values of all scopes whose key starts so', async () => {
        const other = freshScope();
        const prefix = `${scope.workspace}/j_%*[`;
        await keyValue.set(scope, `${prefix}1`, 'one');
        await keyValue.set(scope, `${prefix}🧠`, 'two');
        await keyValue.set(scope, prefix, 'three');
        await keyValue.set(other, `${prefix}1`, 'four');
        await keyValue.set(scope, `${scope.workspace}/jx%*[`, 'not');
        await keyValue.set(scope, `${prefix.toUpperCase()}1`, 'not');
        await keyValue.set(scope, `${prefix}over`, 'not', { ttlMs: 1_000 });
        await keyValue.append(scope, `${prefix}list`, ['not']);
        await opened.passTime(1_001);
        const listed = await Array.fromAsync(keyValue.entries(prefix));
        const plain = listed.map((entry) => [isSameScope(entry.scope, scope), entry.key.slice(prefix.length), entry.value]);
        expect(plain.sort((a, b) => String(a[2]).localeCompare(String(b[2])))).toEqual([
          [false, '1', 'four'],
          [true, '1', 'one'],
          [true, '', 'three'],
          [true, '🧠', 'two'],
        ]);
      });

      it('lists the values of one scope', async () => {
        const other = freshScope();
        for (const own of [scope, other]) await keyValue.set(own, 'p/1', own.workspace);
        const listed = await Array.fromAsync(keyValue.entries('p/', scope));
        expect(listed.map(({ key, value }) => [key, value])).toEqual([['p/1', scope.workspace]]);
        expect(await Array.fromAsync(keyValue.entries('p/', freshScope()))).toEqual([]);
      });

      it('purges what holds a text, in its key or its content', async () => {
        await keyValue.set(scope, 'named-inv_1', 'x');
        await keyValue.set(scope, 'value', 'of "inv_1"');
        await keyValue.append(scope, 'list', ['x', 'of inv_1', 'y']);
        await keyValue.append(scope, 'list-of-inv_1', ['x']);
        await keyValue.acquire(scope, 'lease-inv_1', 'somebody', 60_000);
        await keyValue.set(scope, 'other', 'inv_2');
        await keyValue.append(scope, 'other', ['inv_2']);
        await keyValue.acquire(scope, 'other', 'somebody', 60_000);
        expect(await keyValue.purge(scope, ['inv_1', 'inv_9'])).toBe(5);
        expect([await valueUnder('named-inv_1'), await valueUnder('value'), await valueUnder('other')]).toEqual([
          null,
          null,
          'inv_2',
        ]);
        expect([await keyValue.list(scope, 'list'), await keyValue.list(scope, 'list-of-inv_1')]).toEqual([[], []]);
        expect(await keyValue.list(scope, 'other')).toEqual(['inv_2']);
        expect(await keyValue.acquire(scope, 'lease-inv_1', 'another', 60_000)).not.toBeNull();
        expect(await keyValue.acquire(scope, 'other', 'another', 60_000)).toBeNull();
        expect(await keyValue.purge(scope, [])).toBe(0);
      });

      it('purges everything of a scope, and nothing of those that look alike', async () => {
        const scopes = lookAlikeScopes();
        for (const own of scopes) {
          await keyValue.set(own, 'k', 'v');
          await keyValue.append(own, 'k', ['v']);
          await keyValue.acquire(own, 'k', 'holder', 60_000);
        }
        const [first, ...others] = scopes as readonly [Scope, ...Scope[]];
        expect(await keyValue.purge(first, 'everything')).toBe(3);
        expect([await keyValue.get(first, 'k'), await keyValue.list(first, 'k')]).toEqual([null, []]);
        expect(await keyValue.acquire(first, 'k', 'another', 60_000)).not.toBeNull();
        for (const own of others) {
          expect([(await keyValue.get(own, 'k'))?.value, await keyValue.list(own, 'k')]).toEqual(['v', ['v']]);
          expect(await keyValue.acquire(own, 'k', 'another', 60_000)).toBeNull();
        }
      });

      it('answers that it works', async () => {
        await keyValue.check(AbortSignal.timeout(10_000));
      });
    });
  });
}
