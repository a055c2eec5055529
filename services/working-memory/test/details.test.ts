import { createHash, randomBytes } from 'node:crypto';
import { referencesIn } from '@agent-mem/contract';
import { defaultScope } from '@agent-mem/testing';
import { describe, expect, it, vi } from 'vitest';
import { startDetails } from './start-details.ts';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
const log = Array.from({ length: 4_000 }, (_, line) => `line ${line}: größe 🚀 東京 took ${line * 7} ms\n`).join('');

describe('StoreDetail', () => {
  it('stores a payload in one call, and answers its key and its placeholder', async () => {
    await using details = await startDetails();
    const { memory_key, placeholder, detail } = await details.store({
      content: log,
      description: 'log of the install',
      type: 'command_output',
      source_command: 'npm install',
      agent_id: 'a1',
      conversation_id: 'c1',
      metadata: { exit: '0' },
    });
    expect(memory_key).toMatch(/^npm_install_[a-z0-9]{4}$/);
    expect(referencesIn(placeholder ?? '')).toMatchObject([{ key: memory_key, description: 'log of the install' }]);
    expect(detail).toMatchObject({
      memory_key,
      memory_type: 'command_output',
      description: 'log of the install',
      content_type: 'text/plain',
      size_bytes: Buffer.byteLength(log),
      sha256: sha256(log),
      agent_id: 'a1',
      conversation_id: 'c1',
      source_command: 'npm install',
      missing_bytes: null,
      metadata: { exit: '0' },
    });
    expect((await details.whole(memory_key ?? '')).toString()).toBe(log);
  });

  it.each([1_000, 4_097, 65_536, 500_000])('takes chunks of %i bytes, wherever they cut a sign', async (chunkBytes) => {
    await using details = await startDetails();
    const { memory_key, detail } = await details.upload(Buffer.from(log), chunkBytes, { upload_id: 'u1' });
    expect(detail?.sha256).toBe(sha256(log));
    expect(detail?.content_type).toBe('text/plain');
    expect((await details.whole(memory_key ?? '', { max_bytes: 10_007 })).toString()).toBe(log);
  });

  it('stores bytes of any kind', async () => {
    await using details = await startDetails();
    const content = randomBytes(1_200_000);
    const { memory_key, detail } = await details.upload(content, 300_000, { upload_id: 'u1', memory_key: 'picture' });
    expect(memory_key).toBe('picture');
    expect(detail).toMatchObject({ content_type: 'application/octet-stream', sha256: sha256(content) });
    expect((await details.whole('picture', { encoding: 'base64' })).equals(content)).toBe(true);
    await expect(details.retrieve({ memory_key: 'picture' })).rejects.toThrow('encoding: the content is not text');
  });

  it('stores the beginning and the end of what is over 64 MB, and says how much is missing', async () => {
    await using details = await startDetails();
    const half = 32 * 1024 * 1024;
    const content = Buffer.alloc(2 * half + 5_000_000);
    for (const [mark, offset] of [
      ['begins', 0],
      ['ends', content.length - 4],
      ['head', half - 4],
      ['tail', content.length - half],
    ] as const)
      content.write(mark, offset);
    const { detail } = await details.upload(content, 390_000, { upload_id: 'u1', memory_key: 'large' });
    const stored = Buffer.concat([content.subarray(0, half), content.subarray(content.length - half)]);
    expect(detail).toMatchObject({ size_bytes: 2 * half, missing_bytes: 5_000_000, sha256: sha256(stored) });
    const seam = await details.retrieve({ memory_key: 'large', offset: half - 4, max_bytes: 8 });
    expect(seam.content).toBe('headtail');
  });

  it('answers a repeat as the first, and makes nothing of it', async () => {
    await using details = await startDetails();
    const upload = () => details.upload(Buffer.from(log), 100_000, { upload_id: 'u1', description: 'a log' });
    const first = await upload();
    const count = Math.ceil(Buffer.byteLength(log) / 100_000);
    const chunk = Buffer.from(log)
      .subarray((count - 1) * 100_000)
      .toString('base64');
    const last = { upload_id: 'u1', sequence: count - 1, chunk, encoding: 'base64', end: true } as const;
    expect((await details.store({ ...last, description: 'a log' })).detail).toEqual(first.detail);
    expect((await upload()).detail).toEqual(first.detail);
    expect(await details.fleet.ports.graph.count(defaultScope, { kinds: ['Detail'] })).toBe(1);
  });

  it('leaves nothing of its chunks, and does not take one before its turn', async () => {
    await using details = await startDetails();
    await expect(details.store({ upload_id: 'u1', sequence: 3, chunk: 'x' })).rejects.toThrow('sequence: must be 0');
    await details.upload(Buffer.from(log), 50_000, { upload_id: 'u2' });
    const left = await Array.fromAsync(details.fleet.ports.keyValue.entries('detail-upload/', defaultScope));
    expect(left.map(({ value }) => value).join('')).not.toContain(Buffer.from('größe').toString('base64').slice(0, 4));
    expect(left).toHaveLength(1);
  });

  it('refuses a key that names another payload already', async () => {
    await using details = await startDetails();
    await details.store({ content: 'one', memory_key: 'k' });
    await expect(details.store({ content: 'two', memory_key: 'k' })).rejects.toThrow(
      'memory_key: k names another detail already',
    );
    expect((await details.whole('k')).toString()).toBe('one');
  });

  it('takes a text with a zero byte for what it is, binary', async () => {
    await using details = await startDetails();
    const { detail } = await details.store({ content: 'two words\0and a zero byte' });
    expect(detail?.content_type).toBe('application/octet-stream');
  });

  it('refuses what has neither content nor chunk, or has both', async () => {
    await using details = await startDetails();
    await expect(details.store({})).rejects.toThrow('content: is required');
    await expect(details.store({ content: 'a', chunk: 'b' })).rejects.toThrow('content: is the whole payload');
  });

  it('takes base64 of both alphabets, with padding or without it, and refuses what decodes to fewer bytes than were sent', async () => {
    await using details = await startDetails();
    for (const [index, content] of ['++//ZQ==', '--__ZQ', '++//ZQ==\n'].entries()) {
      const { detail } = await details.store({ content, encoding: 'base64', memory_key: `k${index}` });
      expect(detail?.sha256).toBe(sha256(Buffer.from('++//ZQ==', 'base64')));
    }
    for (const content of ['a*', 'YWJj*', 'YW=Jj', 'YW Jj', 'YWJjY'])
      await expect(details.store({ content, encoding: 'base64' })).rejects.toThrow('content: must be base64');
  });

  it('redacts what is cut between two chunks', async () => {
    await using details = await startDetails();
    const text = Buffer.from(`${'some words\n'.repeat(100)}my card is 4111 1111 1111 1111.\n`);
    const cut = text.indexOf('4111 1111') + 9;
    await details.store({ upload_id: 'u1', chunk: text.subarray(0, cut).toString() });
    const { memory_key, sensitive, detail } = await details.store({
      upload_id: 'u1',
      sequence: 1,
      chunk: text.subarray(cut).toString(),
      end: true,
    });
    const stored = (await details.whole(memory_key ?? '')).toString();
    expect(stored).toMatch(/my card is \[redacted: payment-card\]\.\n$/);
    expect(sensitive).toEqual([{ kind: 'payment-card', count: 1, action: 'redacted' }]);
    expect(detail).toMatchObject({ sha256: sha256(stored), size_bytes: stored.length });
  });

  it('redacts one call, also as base64, and reports each finding once', async () => {
    await using details = await startDetails();
    const text = 'my card is 4111 1111 1111 1111.';
    for (const content of [text, Buffer.from(text).toString('base64')]) {
      const encoding = content === text ? 'text' : 'base64';
      const { memory_key, sensitive } = await details.store({ content, encoding, description: text });
      expect((await details.whole(memory_key ?? '')).toString()).toBe('my card is [redacted: payment-card].');
      expect(sensitive).toEqual([{ kind: 'payment-card', count: 2, action: 'redacted' }]);
    }
  });

  it('stores nothing where sensitive data is refused', async () => {
    await using details = await startDetails();
    await details.fleet.caller.call('graph', 'update_settings', { settings: { sensitive_data: 'refuse' } });
    const put = vi.spyOn(details.fleet.ports.details, 'put');
    const text = 'my card is 4111 1111 1111 1111.';
    await expect(details.store({ content: text, memory_key: 'k' })).rejects.toThrow(
      'store_detail.content: holds what looks like a payment-card',
    );
    await expect(details.store({ upload_id: 'u', chunk: text })).rejects.toThrow('store_detail.chunk: holds what looks like');
    await details.store({ upload_id: 'u', chunk: text.slice(0, 20) });
    await expect(details.store({ upload_id: 'u', sequence: 1, chunk: text.slice(20), end: true })).rejects.toThrow(
      'payment-card',
    );
    expect(await Array.fromAsync(details.fleet.ports.details.stored())).toEqual([]);
    // Not even for the time that it takes to read it.
    expect(put).not.toHaveBeenCalled();
  });
});

describe('RetrieveDetail', () => {
  it('says how to go on, and takes a key, an id and a bare UUID', async () => {
    await using details = await startDetails();
    const { memory_key, detail } = await details.store({ content: log });
    const first = await details.retrieve({ memory_key: memory_key ?? '', max_bytes: 1_000 });
    expect(Buffer.byteLength(first.content)).toBeLessThanOrEqual(1_000);
    expect(first.how_to_go_on).toContain(`Go on with offset ${first.next_offset}`);
    const id = detail?.id ?? '';
    for (const key of [{ id: memory_key }, { id }, { memory_key: id.slice(4) }])
      expect((await details.retrieve({ ...key, max_bytes: 1_000 })).content).toBe(first.content);
    await expect(details.retrieve({})).rejects.toThrow('memory_key: is required');
  });

  it('finds nothing of another scope', async () => {
    await using details = await startDetails();
    await details.store({ content: 'mine', memory_key: 'k' });
    const { detail } = await details.store({ content: 'theirs', memory_key: 'k', user: 'u2' });
    expect((await details.retrieve({ memory_key: 'k' })).content).toBe('mine');
    for (const memory_key of ['k', detail?.id ?? ''])
      await expect(details.retrieve({ memory_key, user: 'u3' })).rejects.toThrow(`Detail ${memory_key} not found`);
    await expect(details.retrieve({ memory_key: detail?.id ?? '' })).rejects.toThrow('not found');
  });
});
