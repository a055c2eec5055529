import { defaultScope, startFleet, turnedClock } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { verifies } from '../verifies.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const everyMs = 10 * minuteMs;
const own = { conversation_id: 'c' };

/** About 60 tokens, of which one sentence says something. */
function note(index: number): string {
  const talk = 'it was as it always is here and nobody had much to say about it '.repeat(3);
  return `Service${index}Host moved to port ${8_000 + index} in Lisbon. Then ${talk}.`;
}

/** A fleet whose messages live for a day. */
async function startTalk(environment: Readonly<Record<string, string>>) {
  const clock = turnedClock();
  const fleet = await startFleet({ clock, services: ['conversations'], environment: { MESSAGE_TTL_DAYS: '1', ...environment } });
  const { call } = fleet.caller;
  let said = 0;
  return {
    fleet,
    async say(count: number) {
      const messages = Array.from({ length: count }, (_, index) => ({ role: 'user' as const, content: note(said + index) }));
      said += count;
      await call('conversations', 'append_messages', { ...own, messages });
    },
    async turn(ms: number) {
      await fleet.settled();
      await clock.leap(ms - 3_000);
      await fleet.settled();
      await clock.advance(3_000);
      await fleet.settled();
    },
    async shown() {
      const { conversation } = await call('conversations', 'get', own);
      const { messages } = await call('conversations', 'history', { ...own, limit: 1_000 });
      const query = { order: 'createdAt', limit: 1_000 } as const;
      const { items: summaries } = await fleet.ports.graph.find(defaultScope, { ...query, kinds: ['ConversationSummary'] });
      const { items: jobs } = await fleet.ports.graph.find(defaultScope, { ...query, kinds: ['Job'] });
      const text = JSON.stringify(summaries.map(({ properties }) => properties));
      return { summary: conversation?.summary, text, jobs: jobs.length, left: messages.map(({ content }) => content) };
    },
  };
}

it('a conversation whose messages expire one by one has a summary of those that are left, made once an hour', {
  timeout: 300_000,
  ...verifies('limits.summary'),
}, async () => {
  const count = 60;
  const { fleet, say, turn, shown } = await startTalk({ SUMMARIZE_EVERY: String(count) });
  await using _ = fleet;
  for (let index = 0; index < count; index += 1) {
    await say(1);
    await turn(everyMs);
  }
  expect(await shown()).toMatchObject({ summary: expect.stringMatching(/port 80/), jobs: 1 });
  await turn(dayMs - count * everyMs + minuteMs);
  for (let left = count - 1; left > 8; left -= 1) {
    const now = await shown();
    expect(now.left).toEqual(Array.from({ length: left }, (__, index) => note(count - left + index)));
    expect(now.summary).toMatch(/port 80/);
    for (let gone = 0; gone < count - left; gone += 1) expect(now.text).not.toContain(`port ${8_000 + gone} `);
    await turn(everyMs);
  }
  const hours = (count * everyMs) / (60 * minuteMs);
  expect((await shown()).jobs).toBeLessThanOrEqual(hours + 1);
  await turn(dayMs);
  expect(await shown()).toMatchObject({ summary: null, text: '[]', left: [] });
});

it('the summary of a long conversation stands for an hour, also where the next messages to expire are in a later part of it', async () => {
  const { fleet, say, turn, shown } = await startTalk({ SUMMARIZE_EVERY: '90' });
  await using _ = fleet;
  // The first part has the messages of the first two times, the second those of the last two.
  await say(10);
  await turn(30 * minuteMs);
  await say(25);
  await turn(300 * minuteMs);
  await say(55);
  await turn(dayMs - 330 * minuteMs + minuteMs);
  const first = await shown();
  expect(first).toMatchObject({ summary: expect.stringMatching(/port 80/), jobs: 2, left: { length: 80 } });
  await turn(30 * minuteMs);
  expect(await shown()).toMatchObject({ summary: first.summary, jobs: 2, left: { length: 55 } });
});

it('a conversation that is not summarised as it goes on has no summary once a message of it has expired', async () => {
  const { fleet, say, turn, shown } = await startTalk({ ENABLE_SUMMARIZATION: 'false' });
  await using _ = fleet;
  await say(1);
  await turn(everyMs);
  await say(4);
  await fleet.caller.call('conversations', 'summarize', own);
  await turn(everyMs);
  expect(await shown()).toMatchObject({ summary: expect.stringMatching(/port 80/), jobs: 1 });
  await turn(dayMs - 2 * everyMs + minuteMs);
  expect(await shown()).toMatchObject({ summary: null, jobs: 1, left: [note(1), note(2), note(3), note(4)] });
});
