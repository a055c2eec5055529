import { purgeMarkId } from '@agent-mem/policy';
import { createLogger } from '@agent-mem/runtime';
import { createMemoryGraph, createMemoryKeyValue } from '@agent-mem/storage';
import { turnedClock } from '@agent-mem/testing';
import { scope } from '@agent-mem/testing/kit';
import { describe, expect, it, vi } from 'vitest';
import { requestReceiptId } from './receipt-id.ts';
import { createReceipts } from './receipts.ts';
import { eraseReceipts, eraseReceiptsBefore, longestWaitMs, receiptKey } from './stored-receipt.ts';

const other = { ...scope, user: 'other' } as typeof scope;
const secret = 'AKIAZ7QX2LM4PW6RT3VB';

function receiptsOf(clock = turnedClock()) {
  const graph = createMemoryGraph({ clock });
  const keyValue = createMemoryKeyValue({ clock });
  const set = vi.spyOn(keyValue, 'set');
  const defaultSettings = { memory: 'on', sensitiveData: 'redact', personalData: 'allow', learnTokensPerDay: 0 } as const;
  const options = { log: createLogger({ level: 'silent' }) };
  const receipts = createReceipts({ graph, keyValue, defaultSettings, clock }, options);
  const note = (
    query: string,
    { requestId = 'r1', conversationId = null as string | null, days = 30, of = scope, operation = 'facts.Retrieve' } = {},
  ) => {
    const id = requestReceiptId(operation, of, requestId, query);
    const created_at = new Date(clock.now()).toISOString();
    const receipt = {
      id,
      operation,
      created_at,
      tokens: 1,
      ms: 1,
      tiers: { facts: { items: [{ id: 'fact_1' }] } },
    };
    receipts.note(of, { receipt, query, conversationId }, days);
    return id;
  };
  const mark = (id: string, properties: { memory: string } | { purged_before: number }) => {
    const at = new Date(clock.now()).toISOString();
    const kind = 'memory' in properties ? 'Settings' : 'PurgeMark';
    return graph.commit(scope, { nodes: [{ id, kind, createdAt: at, updatedAt: at, properties }] });
  };
  return { clock, graph, keyValue, set, receipts, note, mark };
}

describe('the receipts of a process', () => {
  it('are written together a second later, and found before', async () => {
    const { clock, receipts, note, set } = receiptsOf();
    const ids = [note('one'), note('two'), note('three')];
    expect(set).not.toHaveBeenCalled();
    await clock.advance(999);
    expect(set).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(set).toHaveBeenCalledTimes(3);
    expect(await receipts.read(scope, ids[1] ?? '')).toMatchObject({ id: ids[1], query: 'two', operation: 'facts.Retrieve' });
    expect(await receipts.read(scope, note('four'))).toMatchObject({ query: 'four' });
    expect(await receipts.read(scope, 'rcpt_none')).toBeNull();
  });

  it('have one for a request that is repeated, and another for another query under its id', async () => {
    const { receipts, note, set } = receiptsOf();
    expect(note('one')).toBe(note('one'));
    await receipts.flush();
    expect(set).toHaveBeenCalledTimes(1);
    expect(note('two')).not.toBe(note('one'));
    expect(note('one')).toMatch(/^rcpt_[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('expire', async () => {
    const { clock, receipts, note } = receiptsOf();
    const id = note('one', { days: 2 });
    await receipts.flush();
    await clock.advance(2 * 24 * 3_600_000 - 1);
    expect(await receipts.read(scope, id)).not.toBeNull();
    await clock.advance(1);
    expect(await receipts.read(scope, id)).toBeNull();
  });

  it('are not stored for no day', async () => {
    const { receipts, note } = receiptsOf();
    expect(await receipts.read(scope, note('one', { days: 0 }))).toBeNull();
  });

  it('are written when the process stops', async () => {
    const { receipts, note, keyValue } = receiptsOf();
    const id = note('one');
    await receipts[Symbol.asyncDispose]();
    expect(await keyValue.get(scope, receiptKey(id))).not.toBeNull();
  });

  it('hold up a stop for a second at most', async () => {
    const { clock, receipts, note, set } = receiptsOf();
    note('one');
    set.mockReturnValue(new Promise(() => {}));
    const stopped = vi.fn();
    const stopping = receipts[Symbol.asyncDispose]().then(stopped);
    await clock.advance(999);
    expect(stopped).not.toHaveBeenCalled();
    await clock.advance(1);
    await stopping;
  });

  it('wait for a store that is away', async () => {
    const { clock, receipts, note, set } = receiptsOf();
    const id = note('one');
    set.mockRejectedValueOnce(new Error('away'));
    await clock.advance(1_000);
    expect(set).toHaveBeenCalledTimes(1);
    await clock.advance(1_000);
    expect(set).toHaveBeenCalledTimes(2);
    expect(await receipts.read(scope, id)).toMatchObject({ query: 'one' });
  });

  it('are dropped where the store was away for longer than a purge looks back', async () => {
    const { clock, receipts, note, set } = receiptsOf();
    const old = note('old');
    set.mockRejectedValue(new Error('away'));
    await clock.advance(longestWaitMs);
    const young = note('young');
    await clock.advance(1_000);
    set.mockRestore();
    await receipts.flush();
    expect(await receipts.read(scope, old)).toBeNull();
    expect(await receipts.read(scope, young)).not.toBeNull();
  });

  it('wait in memory by no more than five thousand, and the oldest go first', async () => {
    const { receipts, note, set } = receiptsOf();
    const [first = '', second = ''] = Array.from({ length: 5_001 }, (_, index) => note(`${index}`));
    await receipts.flush();
    expect(set).toHaveBeenCalledTimes(5_000);
    expect(await receipts.read(scope, first)).toBeNull();
    expect(await receipts.read(scope, second)).not.toBeNull();
  });

  it('that are noted again while they are written are written again', async () => {
    const { clock, receipts, note, set } = receiptsOf();
    const stored = Promise.withResolvers<void>();
    set.mockReturnValueOnce(stored.promise);
    const id = note('one');
    const writing = receipts.flush();
    await vi.waitFor(() => expect(set).toHaveBeenCalledTimes(1));
    await clock.advance(500);
    note('one');
    stored.resolve();
    await writing;
    await receipts.flush();
    expect((await receipts.read(scope, id))?.created_at).toBe(new Date(clock.now()).toISOString());
  });
});

describe('of the query', () => {
  it('no secret is stored, also none at its cut end', async () => {
    const { receipts, note, keyValue } = receiptsOf();
    const id = note(`${'é'.repeat(990)} ${secret} and more`);
    await receipts.flush();
    const value = (await keyValue.get(scope, receiptKey(id)))?.value ?? '';
    expect(value).toContain('ééé');
    expect(value).not.toContain(secret.slice(0, 8));
    expect(Buffer.byteLength((await receipts.read(scope, id))?.query ?? '')).toBeLessThanOrEqual(2_000);
  });

  it('no character is stored in part', async () => {
    const { receipts, note } = receiptsOf();
    const id = note('€'.repeat(1_000));
    await receipts.flush();
    expect((await receipts.read(scope, id))?.query).toBe('€'.repeat(666));
  });

  it('nothing is stored where memory is off, and that of another scope in the same batch is', async () => {
    const { receipts, note, mark, set } = receiptsOf();
    await mark('settings', { memory: 'off' });
    note('off');
    const on = note('on', { of: other });
    await receipts.flush();
    expect(set).toHaveBeenCalledTimes(1);
    expect(await receipts.read(other, on)).toMatchObject({ query: 'on' });
  });

  it('nothing is stored after a purge of what it was asked of', async () => {
    const { clock, receipts, note, mark } = receiptsOf();
    const before = note('one', { conversationId: 'c1' });
    await mark(purgeMarkId('c1', 'facts'), { purged_before: clock.now() });
    const others = [
      note('two', { conversationId: 'c2' }),
      note('three', { conversationId: 'c1', operation: 'episodes.Retrieve' }),
    ];
    await receipts.flush();
    expect(await receipts.read(scope, before)).toBeNull();
    for (const other of others) expect(await receipts.read(scope, other)).not.toBeNull();
  });
});

describe('a purge', () => {
  it('finds a receipt by a record that it names, and by either name of its conversation', async () => {
    const { receipts, note, keyValue } = receiptsOf();
    for (const [text, conversationId] of [
      ['fact_1', null],
      ['"c1"', 'conv_c1'],
      ['"conv_c1"', 'c1'],
    ] as const) {
      const id = note('one', { conversationId });
      await receipts.flush();
      expect(await receipts.read(scope, id)).not.toBeNull();
      expect(await keyValue.purge(scope, [text])).toBe(1);
      expect(await receipts.read(scope, id)).toBeNull();
    }
  });

  it('of a service takes all receipts and nothing else', async () => {
    const { receipts, note, keyValue } = receiptsOf();
    note('one');
    await receipts.flush();
    await keyValue.set(scope, 'agent/invoke/1', 'rcpt_1');
    expect(await eraseReceipts(keyValue, scope)).toBe(1);
    expect(await keyValue.get(scope, 'agent/invoke/1')).not.toBeNull();
  });

  it('takes those of the minute before that were written while it ran', async () => {
    const { clock, receipts, note, keyValue } = receiptsOf();
    const old = note('old');
    await clock.advance(60_000);
    const racing = note('racing');
    const purgedAt = clock.now();
    await clock.advance(10);
    const later = note('later');
    await receipts.flush();
    expect(await eraseReceiptsBefore(keyValue, scope, purgedAt)).toBe(1);
    expect(await Promise.all([old, racing, later].map((id) => receipts.read(scope, id)))).toMatchObject([
      { query: 'old' },
      null,
      { query: 'later' },
    ]);
  });
});

it('ids are of their scope and operation', () => {
  const id = requestReceiptId('facts.Retrieve', scope, 'r1', 'q');
  expect(requestReceiptId('facts.Retrieve', other, 'r1', 'q')).not.toBe(id);
  expect(requestReceiptId('episodes.Retrieve', scope, 'r1', 'q')).not.toBe(id);
});
