import { startFleet, type TestFleet } from '@agent-mem/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let fleet: TestFleet;
let factId = '';
beforeAll(async () => {
  fleet = await startFleet({ http: true });
  factId = (await fleet.caller.call('facts', 'store', { content: 'The ferry to Ischia leaves at nine' })).fact_id;
  const conversation_id = 'ferries';
  await fleet.caller.call('conversations', 'create', { conversation_id, title: 'Ferries of Naples' });
  await fleet.caller.call('conversations', 'append_message', { conversation_id, role: 'user', content: 'When does it leave?' });
  await fleet.caller.call('conversations', 'append_message', { conversation_id, role: 'assistant', content: 'At nine.' });
  const detail = { memory_key: 'timetable_1a2b', content: 'Ischia 9:00\nProcida 10:00', description: 'timetable of the port' };
  await fleet.caller.call('working-memory', 'store_detail', detail);
  const image = { memory_key: 'image_1a2b', content: '/9j/4AAQ', encoding: 'base64', content_type: 'image/jpeg' } as const;
  await fleet.caller.call('working-memory', 'store_detail', { ...image, description: 'photo of the port' });
  await fleet.settled();
});
afterAll(() => fleet[Symbol.asyncDispose]());

// biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for.
type Answer = any;

async function ask(method: string, params: object = {}): Promise<Answer> {
  const response = await fetch(`${fleet.httpUrl}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as Answer;
  return result ?? error;
}

const textOf = async (uri: string) => (await ask('resources/read', { uri })).contents[0].text;

describe('resources', () => {
  it('have templates, and the latest conversations and the profile by name', async () => {
    const { resourceTemplates } = await ask('resources/templates/list');
    expect(resourceTemplates.map(({ uriTemplate }: Answer) => uriTemplate)).toEqual([
      'memory://facts/{fact_id}',
      'memory://conversations/{conversation_id}',
      'memory://details/{memory_key}',
      'memory://nodes/{id}',
    ]);
    const { resources } = await ask('resources/list');
    expect(resources.map(({ uri, name }: Answer) => [uri, name])).toEqual([
      ['memory://profile', 'profile'],
      ['memory://conversations/ferries', 'Ferries of Naples'],
    ]);
  });

  it('are read by their ids', async () => {
    expect(JSON.parse(await textOf(`memory://facts/${factId}`))).toMatchObject({
      id: factId,
      content: 'The ferry to Ischia leaves at nine',
    });
    expect(await textOf('memory://conversations/ferries')).toBe('**user**: When does it leave?\n\n**assistant**: At nine.');
    expect(await textOf('memory://details/timetable_1a2b')).toBe('Ischia 9:00\nProcida 10:00');
    expect(JSON.parse(await textOf(`memory://nodes/${factId}`))).toMatchObject({ id: factId, kind: 'Fact' });
    expect(await textOf('memory://profile')).toEqual(expect.any(String));
  });

  it('that are no text are read as bytes', async () => {
    const uri = 'memory://details/image_1a2b';
    expect((await ask('resources/read', { uri })).contents).toEqual([{ uri, mimeType: 'image/jpeg', blob: '/9j/4AAQ' }]);
    const { content } = await ask('tools/call', { name: 'retrieve_memory', arguments: { memory_key: 'image_1a2b' } });
    expect(content).toEqual([
      { type: 'text', text: 'image_1a2b is no text and cannot be shown: photo of the port (image/jpeg, 6 bytes)' },
    ]);
  });

  it.each([
    'memory://facts/fact_00000000-0000-7000-8000-000000000000',
    'memory://conversations/none',
    'memory://wrong/1',
    'file:///etc/passwd',
  ])('%s is not found', async (uri) => {
    const error = await ask('resources/read', { uri });
    expect([error.code, error.data?.uri]).toEqual([-32_602, uri]);
  });

  it('have their ids completed, from what they begin with or say', async () => {
    const complete = async (uri: string, name: string, value: string) =>
      (await ask('completion/complete', { ref: { type: 'ref/resource', uri }, argument: { name, value } })).completion.values;
    expect(await complete('memory://facts/{fact_id}', 'fact_id', 'fact_')).toContain(factId);
    expect(await complete('memory://facts/{fact_id}', 'fact_id', 'When does the ferry leave?')).toContain(factId);
    expect(await complete('memory://facts/{fact_id}', 'fact_id', 'fact_zzz')).toEqual([]);
    expect(await complete('memory://facts/{fact_id}', 'fact_id', ' ')).toContain(factId);
    expect(await complete('memory://conversations/{conversation_id}', 'conversation_id', 'naples')).toEqual(['ferries']);
    expect(await complete('memory://details/{memory_key}', 'memory_key', 'timetable')).toEqual(['timetable_1a2b']);
  });
});

describe('prompts', () => {
  it('are listed with their arguments', async () => {
    const { prompts } = await ask('prompts/list');
    expect(prompts.map(({ name, arguments: args }: Answer) => [name, args.map((each: Answer) => each.name)])).toEqual([
      ['recall', ['question']],
      ['remember', ['text']],
      ['resume', ['conversation_id', 'question']],
    ]);
  });

  it('show what memory has', async () => {
    const said = async (name: string, args: object) =>
      (await ask('prompts/get', { name, arguments: args })).messages[0].content.text;
    expect(await said('recall', { question: 'When does the ferry leave?' })).toMatch(
      /^When does the ferry leave\?\n\n[\s\S]*The ferry to Ischia leaves at nine/,
    );
    expect(await said('resume', { conversation_id: 'ferries' })).toContain('At nine.');
    expect(await said('remember', { text: 'I live in Lyon' })).toMatch(/store_fact[\s\S]*I live in Lyon$/);
  });

  it('refuse what they cannot write, by its name', async () => {
    const message = async (name: string, args: object) => (await ask('prompts/get', { name, arguments: args })).message;
    expect(await message('recall', {})).toContain('question: is required');
    expect(await message('sing', {})).toContain('There is no prompt "sing"; there are recall, remember, resume');
    expect(await message('resume', { conversation_id: 'none' })).toContain('Conversation none not found');
  });

  it('have conversations completed', async () => {
    const ref = { type: 'ref/prompt', name: 'resume' };
    const { completion } = await ask('completion/complete', { ref, argument: { name: 'conversation_id', value: 'fer' } });
    expect(completion).toEqual({ values: ['ferries'], total: 1, hasMore: false });
  });
});
