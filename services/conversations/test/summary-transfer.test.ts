import { turnedClock } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { type Conversations, exportedText, startConversations } from './start-conversations.ts';

type Clock = ReturnType<typeof turnedClock>;

function taken({ call }: Conversations, import_id: string, chunk: string) {
  return call('import', { import_id, sequence: 0, chunk, end: true });
}

/** Turns the clock until the summaries that are due are written. */
async function summarised({ fleet }: Conversations, clock: Clock): Promise<void> {
  await fleet.settled();
  for (let turn = 0; turn < 3; turn += 1) {
    await clock.advance(1_000);
    await fleet.settled();
  }
}

/** So many messages of about 60 tokens, summarised. */
async function talk(conversations: Conversations, clock: Clock, count: number, from = 0): Promise<void> {
  const talk = 'it was as it always is here and nobody had much to say about it '.repeat(3);
  for (let index = from; index < from + count; index += 1)
    await conversations.say('c1', `Service${index}Host moved to port ${8_000 + index} in Lisbon. Then ${talk}.`);
  await summarised(conversations, clock);
}

const summaryOf = async ({ call }: Conversations) => (await call('get', { conversation_id: 'c1' })).conversation;

test('an imported conversation has its summaries: they are found, cover what they covered, and are gone on with', async () => {
  const clock = turnedClock();
  await using source = await startConversations({ clock });
  await using target = await startConversations({ clock });
  await talk(source, clock, 100);
  const document = await exportedText(source, 'c1');
  expect(await taken(target, 'i1', document)).toMatchObject({ conversation_id: 'c1', known: false });
  expect(await exportedText(target, 'c1')).toBe(document);

  const summary = await summaryOf(source);
  expect(await summaryOf(target)).toEqual(summary);
  const alike = await target.call('find_similar', { query: summary?.summary ?? '' });
  expect(alike.conversations).toMatchObject([{ id: 'c1', summary: summary?.summary }]);
  const asked = { conversation_id: 'c1', summary_id: summary?.summary_id, limit: 500 };
  expect((await target.call('history', asked)).messages).toHaveLength(100);

  const chunks = ({ id, tier }: { readonly id: string; readonly tier: string }) => (tier === 'L1' ? id : []);
  const before = JSON.parse(document).summaries.flatMap(chunks);
  await talk(target, clock, 10, 100);
  expect(
    JSON.parse(await exportedText(target, 'c1'))
      .summaries.flatMap(chunks)
      .slice(0, before.length),
  ).toEqual(before);
});

test('a conversation that has another summary than its document is there already', async () => {
  const clock = turnedClock();
  await using source = await startConversations({ clock });
  await using target = await startConversations({ clock });
  await talk(source, clock, 10);
  const { summaries, ...others } = JSON.parse(await exportedText(source, 'c1'));
  expect(summaries).toHaveLength(1);
  await taken(target, 'i1', JSON.stringify({ ...others, summaries }));
  expect(await taken(target, 'i2', JSON.stringify(others))).toMatchObject({ known: true });
});

test('secrets in a summary are looked for, and a summary of another conversation is not written over', async () => {
  const clock = turnedClock();
  await using source = await startConversations({ clock });
  await using target = await startConversations({ clock });
  await talk(source, clock, 10);
  const document = await exportedText(source, 'c1');
  const [secret, own] = [`AKIA${'IOSFODNN7EXAMPLQ'}`, (await summaryOf(source))?.summary ?? ''];
  const { sensitive } = await taken(target, 'i1', document.replaceAll(JSON.stringify(own).slice(1, -1), `The key is ${secret}.`));
  expect(sensitive).toMatchObject([{ kind: 'api-key', action: 'redacted' }]);
  expect((await summaryOf(target))?.summary).not.toContain(secret);

  const other = JSON.parse(document);
  const stolen = { ...other, conversation: { ...other.conversation, id: 'c2' }, messages: [], invocations: [] };
  await expect(taken(target, 'i2', JSON.stringify(stolen))).rejects.toMatchObject({ type: 'already-exists' });
  expect((await summaryOf(target))?.summary).toContain('The key is');
  const wrong = { ...other, summaries: [{ ...other.summaries[0], tier: 'L9' }] };
  await expect(taken(target, 'i3', JSON.stringify(wrong))).rejects.toThrow('$.summaries[0].tier');
});

test('pieces of an export are of one summary', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  const { call } = conversations;
  const content = 'We decided that the PortoGateway listens on port 9443. '.repeat(1_000);
  for (let index = 0; index < 20; index += 1) await conversations.say('c1', `${index} ${content}`);
  const { next_cursor: cursor } = await call('export', { conversation_id: 'c1' });
  expect(cursor).not.toBeNull();
  await summarised(conversations, clock);
  await expect(call('export', { conversation_id: 'c1', cursor })).rejects.toThrow('export it anew');
});

test('Get, List, Merge, Restore and References answer the summary that is there', async () => {
  const clock = turnedClock();
  await using conversations = await startConversations({ clock });
  const { call } = conversations;
  await talk(conversations, clock, 10);
  const { summary, summary_id } = (await summaryOf(conversations)) ?? {};
  expect(summary_id).toMatch(/^csum_/);
  const shown = { id: 'c1', summary, summary_id };
  expect((await call('list', {})).conversations).toMatchObject([shown]);
  const { messages } = await call('history', { conversation_id: 'c1' });
  const message_ids = [messages[2]?.id ?? ''];
  expect((await call('references', { symbol: 'AuthService', message_ids })).conversations).toMatchObject([shown]);
  const { conversation_id: branch_id } = await call('branch', { conversation_id: 'c1', from_message_id: message_ids[0] ?? '' });
  expect((await call('merge', { conversation_id: 'c1', branch_id })).conversation).toMatchObject(shown);
  await call('archive', { conversation_id: 'c1' });
  expect((await call('restore', { id: 'c1' })).conversation).toMatchObject(shown);
});
