import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DetailsFleet, startDetails } from './start-details.ts';

let details: DetailsFleet;
const call = <Name extends 'search_details' | 'delete_detail' | 'purge'>(name: Name, request: object) =>
  details.fleet.caller.call('working-memory', name, request as never);
const keys = async (query: string, more: object = {}) =>
  (await call('search_details', { query, ...more })).details.map(({ memory_key }) => memory_key);

beforeAll(async () => {
  details = await startDetails();
  const filler = 'nothing of use here, only this and that\n'.repeat(5_000);
  await details.store({
    content: filler,
    memory_key: 'pump_report',
    description: 'how the pumps of the harbour did',
    conversation_id: 'c1',
    agent_id: 'a1',
  });
  await details.store({
    content: `${filler}the gearbox of the crane broke\n${filler}`,
    memory_key: 'deep',
    description: 'a protocol',
    conversation_id: 'c2',
  });
  await details.store({ content: '{"lamps": 3}', memory_key: 'lamps_x31m', description: 'lamps by room', agent_id: 'a2' });
});
afterAll(() => details[Symbol.asyncDispose]());

describe('SearchDetails', () => {
  it('finds by the words of key, description, and any part of the content', async () => {
    expect((await keys('lamps'))[0]).toBe('lamps_x31m');
    expect((await keys('Which pump of the harbour failed?'))[0]).toBe('pump_report');
    expect((await keys('What broke at the crane?'))[0]).toBe('deep');
  });

  it('answers keys and descriptions with a score, as many as are asked for', async () => {
    const found = (await call('search_details', { query: 'lamps by room', top_k: 1 })).details;
    expect(found).toMatchObject([{ memory_key: 'lamps_x31m', description: 'lamps by room', size_bytes: 12 }]);
    expect(found[0]?.score).toBeGreaterThan(0);
    expect(found[0]?.score).toBeLessThanOrEqual(1);
  });

  it('keeps to a conversation, an agent and the scope', async () => {
    for (const name of ['conversation_id', 'thread_id'] as const) {
      expect(await keys('this and that', { [name]: 'c1' })).toEqual(['pump_report']);
      expect(await keys('this and that', { [name]: 'c2' })).toEqual(['deep']);
    }
    expect(await keys('lamps this and that', { agent_id: 'a2' })).toEqual(['lamps_x31m']);
    expect(await keys('lamps', { user: 'u2' })).toEqual([]);
  });
});

describe('DeleteDetail and Purge', () => {
  it('deletes a payload once and for all, and frees its key', async () => {
    await details.store({ content: 'a zebra came by', memory_key: 'zebra' });
    expect((await keys('zebra'))[0]).toBe('zebra');
    await call('delete_detail', { memory_key: 'zebra' });
    await call('delete_detail', { memory_key: 'zebra' });
    expect(await keys('zebra')).not.toContain('zebra');
    await expect(details.retrieve({ memory_key: 'zebra' })).rejects.toThrow('Detail zebra not found');
    await expect(call('delete_detail', { memory_key: 'nobody' })).rejects.toThrow('Detail nobody not found');
    await expect(call('delete_detail', { memory_key: 'deep', user: 'u2' })).rejects.toThrow('Detail deep not found');
    await details.store({ content: 'another zebra', memory_key: 'zebra' });
    expect((await details.whole('zebra')).toString()).toBe('another zebra');
    expect((await keys('zebra'))[0]).toBe('zebra');
  });

  it('erases payloads with their content, by id and with their conversation', async () => {
    const { detail } = await details.store({ content: 'an okapi came by', memory_key: 'okapi', conversation_id: 'c9' });
    await details.store({ content: 'a giraffe came by', memory_key: 'giraffe', conversation_id: 'c9' });
    await details.store({ upload_id: 'half', chunk: 'half of a tapir', conversation_id: 'c9' });
    await call('purge', { id: detail?.id });
    expect(await keys('okapi')).not.toContain('okapi');
    await call('purge', { conversation_id: 'c9' });
    expect(await keys('giraffe')).not.toContain('giraffe');
    await details.fleet.caller.call('graph', 'purge', { conversation_id: 'c9' });
    const { ports } = details.fleet;
    const stored = (await Array.fromAsync(ports.details.stored())).map((entry) => entry.detail.memoryKey);
    expect(stored.filter((key) => ['okapi', 'giraffe'].includes(key))).toEqual([]);
    const uploads = await Array.fromAsync(ports.keyValue.entries('detail-upload/'));
    expect(uploads.filter(({ value }) => value.includes(Buffer.from('half of a tapir').toString('base64')))).toEqual([]);
    await details.store({ content: 'a second okapi', memory_key: 'okapi' });
    expect((await keys('okapi'))[0]).toBe('okapi');
  });
});
