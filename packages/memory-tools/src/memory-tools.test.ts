import type { Caller, CallOptions } from '@agent-mem/messaging';
import { describe, expect, it } from 'vitest';
import { type MemoryToolCall, memoryTool, memoryTools } from './index.ts';

const scope = { workspace: 'w', user: 'u', collection: 'c' };
const invocation = { invocationId: 'inv_1', conversationId: 'conv_1' };
const fact = { id: 'fact_1', content: 'Anne likes tea' };
const episode = { id: 'ep_1', goal: 'Deploy', steps: ['build'], outcome: 'done', lessons: 'Test first' };

/** What the service was asked for a call of the tool, and what the model is shown. */
async function called(name: string, args: object, call: Partial<MemoryToolCall> = {}, answer: object = {}) {
  const asked: { operation: string; request: unknown; options: CallOptions }[] = [];
  const caller = {
    call: async (service: string, operation: string, request: unknown, options: CallOptions) => {
      asked.push({ operation: `${service}.${operation}`, request, options });
      return { facts: [], episodes: [], ...answer };
    },
    // A tool asks by nothing else.
  } as unknown as Caller;
  const shown = await memoryTool(name)?.run({ ...args }, { caller, scope, invocation, options: { timeoutMs: 1_000 }, ...call });
  return { asked: asked[0], all: asked, shown };
}

it('a tool is found by its name alone', () => {
  expect(memoryTools.map(({ name }) => memoryTool(name)?.name)).toEqual([
    'RetrieveFacts',
    'RecallEpisodes',
    'StoreFact',
    'Forget',
    'Correct',
  ]);
  expect(memoryTool('storefact')).toBeNull();
});

it('StoreFact, Forget and Correct write', () => {
  expect(memoryTools.filter(({ access }) => access === 'writes').map(({ name }) => name)).toEqual([
    'StoreFact',
    'Forget',
    'Correct',
  ]);
});

describe('of an invocation of ours', () => {
  it('RetrieveFacts sees what its conversation may see, as many as are wanted', async () => {
    const { asked, shown } = await called('RetrieveFacts', { query: 'tea?' }, { topK: 7 }, { facts: [fact] });
    const request = { ...scope, query: 'tea?', top_k: 7, conversation_id: 'conv_1' };
    expect(asked).toEqual({ operation: 'facts.retrieve', request, options: { timeoutMs: 1_000 } });
    expect(shown).toEqual({ text: '- Anne likes tea [fact_1]', recalledIds: ['fact_1'] });
  });

  it('StoreFact stores a text once for an invocation, and says where it comes from', async () => {
    const stored = { fact_id: 'fact_1', created: true };
    const first = await called('StoreFact', { fact_content: 'Anne likes tea' }, {}, stored);
    expect(first.asked?.request).toEqual({
      ...scope,
      content: 'Anne likes tea',
      trust: 'agent',
      source: 'conv_1',
      conversation_id: 'conv_1',
      evidence: { invocation_id: 'inv_1' },
    });
    expect(first.shown).toEqual({ text: 'Stored as fact_1.', recalledIds: null });
    const again = await called('StoreFact', { fact_content: 'Anne likes tea' }, {}, { ...stored, created: false });
    const other = await called('StoreFact', { fact_content: 'Anne likes coffee' }, {}, stored);
    expect(first.asked?.options.idempotencyKey).toMatch(/^inv_1\/StoreFact\/./);
    expect(again.asked?.options.idempotencyKey).toBe(first.asked?.options.idempotencyKey);
    expect(other.asked?.options.idempotencyKey).not.toBe(first.asked?.options.idempotencyKey);
    expect(again.shown?.text).toBe('Known already as fact_1.');
  });
});

describe('what is stored can be taken back', () => {
  it('Forget deletes each of the ids, and shows nothing of what they said', async () => {
    const { all, shown } = await called('Forget', { fact_id: '[fact_1], fact_2' });
    expect(all.map(({ operation, request }) => [operation, request])).toEqual([
      ['facts.delete', { ...scope, fact_id: 'fact_1' }],
      ['facts.delete', { ...scope, fact_id: 'fact_2' }],
    ]);
    expect(shown).toEqual({ text: 'Forgotten: fact_1, fact_2.', recalledIds: null });
    await expect(called('Forget', { fact_id: ' ' })).rejects.toThrow('fact_id: is required');
  });

  it('Correct stores what is right before it deletes what is wrong', async () => {
    const args = { fact_id: 'fact_1', fact_content: 'Anne likes coffee' };
    const { all, shown } = await called('Correct', args, {}, { fact, fact_id: 'fact_2', created: true });
    expect(all.map(({ operation }) => operation)).toEqual(['facts.get', 'facts.store', 'facts.delete']);
    expect(all[1]?.request).toMatchObject({ content: 'Anne likes coffee', trust: 'agent', source: 'conv_1' });
    expect(all[1]?.options.idempotencyKey).toMatch(/^inv_1\/Correct\/./);
    expect(all[2]?.request).toEqual({ ...scope, fact_id: 'fact_1' });
    expect(shown?.text).toBe('Corrected: fact_2 stands in place of fact_1.');
  });

  it('Correct by the same text deletes nothing', async () => {
    const args = { fact_id: 'fact_1', fact_content: fact.content };
    const { all } = await called('Correct', args, {}, { fact, fact_id: 'fact_1', created: false });
    expect(all.map(({ operation }) => operation)).toEqual(['facts.get', 'facts.store']);
  });
});

describe('of an agent that is not ours', () => {
  it('RecallEpisodes leaves the number to the service', async () => {
    const { asked, shown } = await called('RecallEpisodes', { query: 'deploy' }, { invocation: null }, { episodes: [episode] });
    expect(asked?.request).toEqual({ ...scope, query: 'deploy' });
    expect(shown?.text).toBe('- Goal: Deploy [ep_1]\n  Step: build\n  Outcome: done\n  Lessons: Test first');
  });

  it('StoreFact names the tool as the source, and what the model left out is empty', async () => {
    const { asked } = await called('StoreFact', {}, { invocation: null }, { fact_id: 'fact_1', created: true });
    expect(asked?.request).toEqual({ ...scope, content: '', trust: 'agent', source: 'tool StoreFact' });
    expect(asked?.options).toEqual({ timeoutMs: 1_000 });
  });
});
