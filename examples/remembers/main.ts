/** Tells the agent something in one conversation and asks for it in another; fails unless it remembers, names the fact, and tells no stranger. */
import assert from 'node:assert/strict';
import { exampleFleet } from '../example-fleet.ts';

/** Memories that the agent was shown. */
interface Shown {
  readonly items: readonly { readonly id: string }[];
}

/** The part of an answer that is looked at here. */
interface Answer {
  readonly answer: string;
  readonly receipt: { readonly tiers: { readonly profile: Shown; readonly facts: Shown } };
}

await using fleet = await exampleFleet();
const user = `example-${Date.now()}`;
await fleet.call('agent/invoke', { question: 'My wife is Anne', conversation_id: 'monday', user });
// What an answer teaches is learned just after it.
const learned = async () => (await fleet.call<{ facts: { id: string }[] }>('facts/list', { user })).facts.map(({ id }) => id);
await fleet.until(async () => (await learned()).length > 0);

const asked = { question: 'Who is my wife?', conversation_id: 'tuesday', user };
const { answer, receipt } = await fleet.call<Answer>('agent/invoke', asked);
assert.match(answer, /Anne/);
assert.deepEqual(
  [...receipt.tiers.profile.items, ...receipt.tiers.facts.items].map(({ id }) => id),
  await learned(),
);

const stranger = await fleet.call<Answer>('agent/invoke', { question: 'Who is my wife?', user: `${user}-stranger` });
assert.doesNotMatch(stranger.answer, /Anne/);
console.log(answer);
