import { describe, expect, it } from 'vitest';
import { MemoryClient, type ModelRequest } from '../src/index.ts';
import { ways } from './opened-memory.ts';

describe.each(ways)('a memory client %s', (_way, open) => {
  it('shows the model what it remembers, and stores and learns from what was said', async () => {
    await using client = await open();
    const shown: ModelRequest[] = [];
    const llmProvider = async (request: ModelRequest) => {
      shown.push(request);
      return { content: 'I see' };
    };
    const memory = new MemoryClient({ client, llmProvider });
    const first = [{ role: 'user', content: 'My sister Anne lives in Ischia' }] as const;
    const { content, stored } = await memory.chat({ messages: first, conversation_id: 'monday', wait_ms: 5_000 });
    expect(content).toBe('I see');
    expect(stored.learned).toContainEqual(expect.objectContaining({ kind: 'fact', content: expect.stringContaining('Ischia') }));
    const polite = { role: 'system', content: 'Be polite' } as const;
    const asked = { role: 'user', content: 'Where does my sister live?' } as const;
    const answer = await memory.chat({ messages: [polite, asked], conversation_id: 'tuesday', top_k: 1 });
    expect(answer.memory).toContain('Ischia');
    expect(shown.map(({ messages }) => messages)).toEqual([
      first,
      [polite, { role: 'system', content: expect.stringContaining(answer.memory) }, asked],
    ]);
    const { messages } = await client.conversations.history({ conversation_id: 'tuesday' });
    expect(messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'Where does my sister live?'],
      ['assistant', 'I see'],
    ]);
    await expect(memory.chat({ messages: [polite] })).rejects.toThrow(/^messages: must end with a message of the user/);
  });

  it('stores and searches without asking a model', async () => {
    await using client = await open();
    const memory = new MemoryClient({ client, llmProvider: () => Promise.reject(new Error('It was asked')) });
    await memory.add(['The ferry to Ischia leaves at nine', 'The museum is closed on Mondays']);
    const { text, receipt } = await memory.search('When does the ferry leave?', { top_k: 1 });
    expect(text).toBe('[memory] The ferry to Ischia leaves at nine');
    expect(receipt?.id).toMatch(/^rcpt_/);
  });
});
