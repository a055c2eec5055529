/** Tells the agent something in one conversation and asks for it in another; fails unless it remembers, names the fact, and tells no stranger. */
import assert from 'node:assert/strict';
import { openMemory } from '@agent-mem/client';
import { exampleFleet } from '../example-fleet.ts';

await using fleet = await exampleFleet();
const user = `example-${Date.now()}`;
await using memory = await openMemory({ url: fleet.url, user });
await memory.agent.invoke({ question: 'My wife is Anne', conversation_id: 'monday' });
// What an answer teaches is learned just after it.
const learned = async () => (await memory.facts.list()).facts.map(({ id }) => id);
await fleet.until(async () => (await learned()).length > 0);

const { answer, receipt } = await memory.agent.invoke({ question: 'Who is my wife?', conversation_id: 'tuesday' });
assert.match(answer ?? '', /Anne/);
const { profile, facts } = receipt?.tiers ?? {};
assert.deepEqual(
  [...(profile?.items ?? []), ...(facts?.items ?? [])].map(({ id }) => id),
  await learned(),
);

const stranger = await memory.agent.invoke({ question: 'Who is my wife?', user: `${user}-stranger` });
assert.doesNotMatch(stranger.answer ?? '', /Anne/);
console.log(answer);
