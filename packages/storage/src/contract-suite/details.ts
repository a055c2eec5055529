import { createHash, randomBytes } from 'node:crypto';
import { type Scope, scopeKey } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import type { Details, DetailsMaintenance } from '../details.ts';
import { type OpenStore, openBeforeEach } from './opened.ts';
import { freshScope, lookAlikeScopes } from './scopes.ts';

const megabyte = 1024 * 1024;

/** The definition of Details: every adapter passes all of it. */
export function describeDetails(name: string, open: OpenStore<Details & DetailsMaintenance>): void {
  describe(`${name} is Details`, () => {
    let details: Details & DetailsMaintenance;
    let scope: Scope;
    openBeforeEach(open, (store, own) => {
      details = store;
      scope = own;
    });

    const createdAt = '2026-05-01T10:00:00.000Z';
    const description = (memoryKey: string) => ({ memoryKey, contentType: 'text/plain', metadata: {}, createdAt });
    const put = (memoryKey: string, content: string | Uint8Array, of = scope) =>
      details.put(of, description(memoryKey), [Buffer.from(content)]);
    const read = async (memoryKey: string, of = scope) => {
      const bytes = await details.read(of, memoryKey, { offset: 0, maxBytes: 64 * megabyte });
      return bytes && Buffer.from(bytes);
    };
    const foundKeys = async (words: readonly string[], limit = 10) =>
      (await details.search(scope, { words, limit })).map(({ memoryKey }) => memoryKey);

    it('keeps content with its hash, size and description', async () => {
      const content = 'größe 🧠\n';
      const metadata = { tool: 'grep', deep: { list: [1, null] } };
      const given = { memoryKey: 'k/ü "1"', contentType: 'text/plain; charset=utf-8', metadata, createdAt };
      const stored = await details.put(scope, given, [Buffer.from(content)]);
      expect(stored).toEqual({
        ...given,
        hash: createHash('sha256').update(content).digest('hex'),
        sizeBytes: Buffer.byteLength(content),
      });
      expect(await details.stat(scope, given.memoryKey)).toEqual(stored);
      expect((await read(given.memoryKey))?.toString()).toBe(content);
      expect(await details.stat(scope, 'nobody')).toBeNull();
      expect(await details.read(scope, 'nobody', { offset: 0, maxBytes: 10 })).toBeNull();
    });

    it.each([
      ['nothing', Buffer.alloc(0)],
      ['zero bytes', Buffer.alloc(1000)],
      ['every byte', Buffer.from(Array.from({ length: 256 }, (_, i) => i))],
      ['broken UTF-8', Buffer.from([0xff, 0xfe, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x80])],
      ['exactly 1 MiB', randomBytes(megabyte)],
      ['1 MiB and a byte', randomBytes(megabyte + 1)],
      ['5 MiB', randomBytes(5 * megabyte)],
    ])('gives back %s byte for byte', async (_, content) => {
      const stored = await put('k', content);
      expect(stored).toMatchObject({ sizeBytes: content.length, hash: createHash('sha256').update(content).digest('hex') });
      expect((await read('k'))?.equals(content)).toBe(true);
    });

    it('purges keys at once, deleted ones included, and leaves the others', async () => {
      for (const key of ['a', 'b', 'c']) await put(key, `content of ${key}`);
      await put('large', randomBytes(2 * megabyte));
      await details.delete(scope, 'b');
      await details.purge(scope, ['a', 'b', 'large', 'nobody']);
      expect([await read('a'), await read('large'), (await read('c'))?.toString()]).toEqual([null, null, 'content of c']);
      expect(await foundKeys(['content'])).toEqual(['c']);
      expect(await details.purge(scope, ['a', 'b', 'large'])).toBe(0);
      await put('a', 'again');
      expect((await read('a'))?.toString()).toBe('again');
    });

    it('purges everything of a scope, and nothing of those that look alike', async () => {
      const scopes = lookAlikeScopes();
      for (const own of scopes) await put('k', 'content', own);
      const [first, ...others] = scopes as readonly [Scope, ...Scope[]];
      expect(await details.purge(first, 'everything')).toBe(1);
      expect(await read('k', first)).toBeNull();
      for (const own of others) expect((await read('k', own))?.toString()).toBe('content');
    });

    it('takes content in pieces of any size, also as it arrives', async () => {
      const content = randomBytes(3 * megabyte);
      const cuts = [0, 1, 7, 65_535, 65_537, 1_000_000, 1_000_000, 2 * megabyte, content.length];
      async function* pieces() {
        const shared = Buffer.alloc(content.length);
        for (let i = 1; i < cuts.length; i++) {
          // One buffer used over and over, as a stream's reader may do.
          const size = content.copy(shared, 0, cuts[i - 1], cuts[i]);
          yield shared.subarray(0, size);
          await Promise.resolve();
        }
      }
      const stored = await details.put(scope, description('k'), pieces());
      expect(stored.hash).toBe(createHash('sha256').update(content).digest('hex'));
      expect((await read('k'))?.equals(content)).toBe(true);
    });

    it('is read whole, or not at all, while another deletes or replaces it', async () => {
      const [content, next] = [Buffer.alloc(6 * megabyte, 'a'), Buffer.from('b')];
      await put('k', content);
      const [gone] = await Promise.all([read('k'), details.delete(scope, 'k')]);
      expect(gone === null || gone.equals(content)).toBe(true);
      await put('k', content);
      const [either] = await Promise.all([read('k'), put('k', next)]);
      expect(either && [content, next].some((one) => one.equals(either))).toBe(true);
      expect((await read('k'))?.equals(next)).toBe(true);
    });

    it('leaves nothing behind when its content breaks off', async () => {
      async function* broken() {
        yield randomBytes(2 * megabyte);
        throw new Error('gone');
      }
      await expect(details.put(scope, description('k'), broken())).rejects.toThrow('gone');
      expect(await details.stat(scope, 'k')).toBeNull();
      expect(await read('k')).toBeNull();
    });

    it.each([
      ['small', 1_000],
      ['large', 3 * megabyte],
    ])('reads ranges of %s content', async (_, size) => {
      const content = randomBytes(size);
      await put('k', content);
      const ranges = [
        [0, 1],
        [0, size],
        [1, size],
        [size - 1, 10],
        [size, 10],
        [size + 5, 10],
        [500, 0],
        [Math.floor(size / 2), 300],
        [Math.floor(size / 3), Math.floor(size / 2)],
      ] as const;
      for (const [offset, maxBytes] of ranges) {
        const bytes = await details.read(scope, 'k', { offset, maxBytes });
        expect(bytes && Buffer.from(bytes).equals(content.subarray(offset, offset + maxBytes)), `${offset}+${maxBytes}`).toBe(
          true,
        );
      }
    });

    it('holds one content under a key, the last one put', async () => {
      const first = await put('k', 'alpha');
      expect(await put('k', 'alpha')).toEqual(first);
      expect(await foundKeys(['alpha'])).toEqual(['k']);
      const later = { memoryKey: 'k', contentType: 'text/html', metadata: { a: 1 }, createdAt: '2026-06-01T00:00:00.000Z' };
      await details.put(scope, later, [Buffer.from('beta')]);
      expect(await details.stat(scope, 'k')).toMatchObject({ ...later, sizeBytes: 4 });
      expect((await read('k'))?.toString()).toBe('beta');
      expect([await foundKeys(['alpha']), await foundKeys(['beta'])]).toEqual([[], ['k']]);
    });

    it('keeps the same content under two keys apart', async () => {
      for (const content of [Buffer.from('small'), randomBytes(2 * megabyte)]) {
        await Promise.all(['a', 'b', 'c'].map((key) => put(key, content)));
        await Promise.all([details.delete(scope, 'a'), put('d', content), details.delete(scope, 'b')]);
        expect(await read('a')).toBeNull();
        expect((await read('c'))?.equals(content)).toBe(true);
        expect((await read('d'))?.equals(content)).toBe(true);
        await put('c', 'replaced');
        expect((await read('d'))?.equals(content)).toBe(true);
        expect((await read('c'))?.toString()).toBe('replaced');
        await details.delete(scope, 'd');
        expect(await read('d')).toBeNull();
        await put('d', content);
        expect((await read('d'))?.equals(content)).toBe(true);
      }
    });

    it('finds text by its words, those with more of them first', async () => {
      await put('both', 'The quick brown fox met an Ölfarbe.');
      await put('one', 'A brown, brown bear: brown!');
      await put('none', 'Nothing of it, brownish at best.');
      await put('unicode', '記憶 größe');
      await put('binary', Buffer.concat([Buffer.from('brown '), Buffer.from([0, 0xff])]));
      expect(await foundKeys(['fox', 'brown'])).toEqual(['both', 'one']);
      expect(await foundKeys(['BROWN'])).toEqual(['one', 'both']);
      expect(await foundKeys(['brown'], 1)).toEqual(['one']);
      expect(await foundKeys(['ÖLFARBE'])).toEqual(['both']);
      expect(await foundKeys(['größe'])).toEqual(['unicode']);
      expect(await foundKeys(['"fox" OR bear*'])).toEqual(['both', 'one']);
      expect(await foundKeys(["o'brien", '%', '*', ''])).toEqual([]);
      expect(await foundKeys([])).toEqual([]);
      const [found] = await details.search(scope, { words: ['fox'], limit: 1 });
      expect(found).toEqual(await details.stat(scope, 'both'));
    });

    it('finds a word that lies across two pieces, and words of large content', async () => {
      await details.put(scope, description('cut'), [
        Buffer.from('some elep'),
        Buffer.from('hants and gr\xc3', 'latin1'),
        Buffer.from('\xb6n', 'latin1'),
      ]);
      expect(await foundKeys(['elephants'])).toEqual(['cut']);
      expect(await foundKeys(['grön'])).toEqual(['cut']);
      expect(await foundKeys(['elep'])).toEqual([]);
      await put('large', `${'filler words '.repeat(200_000)}needle`);
      expect(await foundKeys(['needle'])).toEqual(['large']);
    });

    it('deletes, and is content when there is nothing to delete', async () => {
      for (const content of ['some words', randomBytes(2 * megabyte)]) {
        await put('k', content);
        await details.delete(scope, 'k');
        await details.delete(scope, 'k');
        expect(await details.stat(scope, 'k')).toBeNull();
        expect(await read('k')).toBeNull();
        expect(await foundKeys(['words'])).toEqual([]);
      }
    });

    it('erases what was deleted, and nothing else', async () => {
      const content = randomBytes(2 * megabyte);
      for (const key of ['gone', 'kept']) await put(key, content);
      await details.delete(scope, 'gone');
      await details.erase('2999-01-01T00:00:00.000Z');
      expect(await details.erase('2999-01-01T00:00:00.000Z')).toBe(0);
      expect(await details.stat(scope, 'gone')).toBeNull();
      expect((await read('kept'))?.equals(content)).toBe(true);
      await put('gone', 'again');
      expect((await read('gone'))?.toString()).toBe('again');
    });

    it('shows no scope anything of another, also of those that look alike', async () => {
      const scopes = lookAlikeScopes();
      for (const [i, own] of scopes.entries()) await put('k', `shared word ${i}`, own);
      for (const [i, own] of scopes.entries()) {
        expect((await read('k', own))?.toString(), scopeKey(own)).toBe(`shared word ${i}`);
        expect(await details.search(own, { words: ['shared'], limit: 10 })).toHaveLength(1);
        expect(await details.stat(own, 'k')).toMatchObject({ sizeBytes: `shared word ${i}`.length });
      }
      const [first, ...others] = scopes as readonly [Scope, ...Scope[]];
      await details.delete(first, 'k');
      for (const own of others) expect(await read('k', own)).not.toBeNull();
    });

    it('lists what is stored, the oldest first: before a time, of one scope, or all', async () => {
      const at = (year: number) => `${year}-01-01T00:00:00.000Z`;
      const other = freshScope();
      for (const [of, key, year] of [
        [scope, 'second', 1972],
        [other, 'first', 1971],
        [scope, 'at', 1973],
        [scope, 'after', 1974],
      ] as const) {
        await details.put(of, { ...description(key), createdAt: at(year) }, [Buffer.from('x')]);
      }
      const stored = async (query?: Parameters<DetailsMaintenance['stored']>[0]) => {
        const mine = [scope, other].map(scopeKey);
        const found = await Array.fromAsync(details.stored(query));
        return found.filter((entry) => mine.includes(scopeKey(entry.scope)));
      };
      const keysOf = async (query?: Parameters<DetailsMaintenance['stored']>[0]) =>
        (await stored(query)).map(({ detail }) => detail.memoryKey);
      expect(await keysOf({ before: at(1973) })).toEqual(['first', 'second']);
      expect(await keysOf({ before: at(1973), scope })).toEqual(['second']);
      expect(await keysOf({ scope })).toEqual(['second', 'at', 'after']);
      expect(await keysOf()).toEqual(['first', 'second', 'at', 'after']);
      expect(await keysOf({ scope: freshScope() })).toEqual([]);
      const [first] = await stored();
      expect(first?.scope).toEqual(other);
      expect(first?.detail).toEqual(await details.stat(other, 'first'));
      // Put again it is young again, so that the sweeper does not take what a repeated command is about to refer to.
      await put('second', 'x');
      expect(await keysOf({ before: at(1973) })).toEqual(['first']);
      await details.delete(other, 'first');
    });

    it('lists more than a page of them, each once, also those of one time', async () => {
      const keys = Array.from({ length: 250 }, (_, i) => `k${String(i).padStart(3, '0')}`);
      const createdAt = '1971-01-01T00:00:00.000Z';
      for (const key of keys) await details.put(scope, { ...description(key), createdAt }, [Buffer.from('x')]);
      const found = await Array.fromAsync(details.stored({ scope }));
      expect(found.map(({ detail }) => detail.memoryKey).sort()).toEqual(keys);
    });

    it('lists every scope that has a detail, once, also more than a page of them', async () => {
      const scopes = Array.from({ length: 120 }, freshScope);
      for (const of of scopes)
        for (const key of ['one', 'two'])
          await details.put(of, { ...description(key), createdAt: '1970-01-01T00:00:00.000Z' }, [Buffer.from('x')]);
      const [emptied, ...others] = scopes;
      if (emptied) await details.purge(emptied, 'everything');
      const keys = new Set(scopes.map(scopeKey));
      const found = (await Array.fromAsync(details.scopes())).map(scopeKey).filter((key) => keys.has(key));
      expect(found.sort()).toEqual(others.map(scopeKey).sort());
    });

    it('answers that it works', async () => {
      await details.check(AbortSignal.timeout(10_000));
    });
  });
}
