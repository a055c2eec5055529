import { temporaryDirectory } from '@agent-mem/testing';
import { expect, it, vi } from 'vitest';
import { type FleetProcess, startFleetProcess } from '../process/fleet-process.ts';
import { rest } from '../process/rest.ts';
import { verifies } from '../verifies.ts';

const talk = { conversation_id: 'towns', user: 'ann' };
const idle = 'Nobody had much to say about it, and it was as it always is on such a day. '.repeat(5);
const said = Array.from({ length: 60 }, (_, index) => ({
  role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
  content: `Town ${index + 1} has ${index === 16 ? 'the blue lighthouse' : 'a tale'}. ${idle}`,
}));
/** Memory that is late on a busy machine would be left out. */
const environment = { MEMORY_DEADLINE_MS: '60000' };

/** Of an agent that is asked: by their ids, what it was shown of the conversation. */
async function shownTo({ httpUrl }: FleetProcess): Promise<readonly string[]> {
  const { receipt } = await rest(httpUrl, 'agent', 'invoke', { ...talk, question: 'Which town has the blue lighthouse?' });
  return receipt?.tiers?.conversation?.items.map(({ id }) => id) ?? [];
}

it('a long conversation is shown by its summary, its newest messages and those that answer, after kill -9 too', {
  ...verifies('conversation.summarised'),
}, async () => {
  await using folder = await temporaryDirectory();
  const directory = folder.path;
  const summaryIn = async ({ httpUrl }: FleetProcess) => (await rest(httpUrl, 'conversations', 'get', talk)).conversation;
  await using first = await startFleetProcess({ directory, environment });
  await rest(first.httpUrl, 'conversations', 'append_messages', { ...talk, messages: said });
  const { summary, summary_id } = await vi.waitFor(async () => {
    const { summary = null, summary_id = null } = { ...(await summaryIn(first)) };
    expect(summary_id).toMatch(/^csum_/);
    const asked = { ...talk, summary_id, limit: 1, newest_first: true };
    const covered = await rest(first.httpUrl, 'conversations', 'history', asked);
    expect(covered.messages[0]?.ordinal).toBe(said.length);
    return { summary, summary_id };
  });
  const { messages } = await rest(first.httpUrl, 'conversations', 'history', talk);
  const [answering, newest] = [messages[16]?.id, messages.at(-1)?.id];
  expect(await shownTo(first)).toEqual(expect.arrayContaining([summary_id, answering, newest]));
  await first.kill();

  await using second = await startFleetProcess({ directory, environment });
  expect(await summaryIn(second)).toMatchObject({ summary, summary_id });
  expect(await shownTo(second)).toEqual(expect.arrayContaining([summary_id, answering]));
});
