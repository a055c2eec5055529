import type { Init, InvocationCompleted } from '@agent-mem/contract';
import { hashEmbedder, type ScriptedAnswer, type ScriptedChatModel, scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { invocationCompleted, startFleet, type TestFleet, temporaryDirectory, turnedClock } from '@agent-mem/testing';
import { expect, test, vi } from 'vitest';

type Script = Readonly<Record<string, ScriptedAnswer>>;

/** A model that answers each template as scripted; the local rules where the script has nothing. */
function answering(script: Script): ScriptedChatModel {
  return scriptedChatModel(({ template }) => script[template] ?? 'This cannot be used.');
}

async function startBoth(options: { script?: Script; directory?: string; clock?: ReturnType<typeof turnedClock> } = {}) {
  const { script, directory, clock } = options;
  const chatModel = script && answering(script);
  const fleet = await startFleet({
    services: ['conversations', 'episodes'],
    embedder: hashEmbedder(),
    ...(chatModel ? { chatModel } : {}),
    ...(directory ? { bus: 'sqlite' as const, directory } : {}),
    ...(clock ? { clock } : {}),
  });
  return { fleet, chatModel, [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose]() };
}

const steps = [
  { action: 'Search', arguments: '{"q":"restaurant"}', observation: 'Chez Anne', success: true },
  { action: 'Call', arguments: '{"at":7}', observation: 'Error: nobody answers', success: false },
  { action: 'Call', arguments: '{"at":9}', observation: 'Booked', success: true },
];

/** Tells of an invocation of a task, or of a mere question. */
async function asked(fleet: TestFleet, number: number, done: Init<InvocationCompleted>): Promise<void> {
  const invocation_id = `inv_0190a0a0-0000-7000-8000-${String(number).padStart(12, '0')}`;
  const timestamp = new Date(fleet.ports.clock.now()).toISOString();
  const completed = { invocation_id, record_episode: true, answer: 'Done', ...done };
  await publishEvent(fleet.ports.bus, invocationCompleted(completed, { id: `event-${number}`, timestamp }));
  await fleet.settled();
}

async function end(fleet: TestFleet): Promise<void> {
  await fleet.caller.call('conversations', 'end', { conversation_id: 'c1' });
  await fleet.settled();
}

const episodesOf = async (fleet: TestFleet) =>
  (await fleet.caller.call('episodes', 'list', { conversation_id: 'c1' })).episodes.filter(
    ({ metadata }) => metadata.record_of === 'conversation',
  );

test('a conversation that went on after a task is an episode of its own, by rules too, found at once', async () => {
  await using started = await startBoth();
  const { fleet } = started;
  await asked(fleet, 1, { question: 'Book a table for two', steps });
  await asked(fleet, 2, { question: 'And a taxi to it', answer: 'It comes at 8' });
  await end(fleet);
  const [episode, ...others] = await episodesOf(fleet);
  expect(others).toEqual([]);
  expect(episode).toMatchObject({
    goal: 'Book a table for two',
    outcome: 'It comes at 8',
    success: true,
    trust: 'agent',
    conversation_id: 'c1',
    invocation_id: null,
  });
  expect(episode?.lessons).toContain('nobody answers');
  const { episodes } = await fleet.caller.call('episodes', 'retrieve', { query: 'taxi' });
  expect(episodes.map(({ id }) => id)).toContain(episode?.id);
});

test.each(['This cannot be used.', '{"task": true}'])('rules tell it where the model writes %j', async (answer) => {
  await using started = await startBoth({ script: { 'record-conversation': answer } });
  const { fleet } = started;
  await asked(fleet, 1, { question: 'Book a table', steps });
  await asked(fleet, 2, { question: 'And a taxi' });
  await end(fleet);
  expect(await episodesOf(fleet)).toMatchObject([
    { goal: 'Book a table', steps: [expect.stringContaining('Book a table'), expect.stringContaining('And a taxi')] },
  ]);
});

const completed = {
  task: true,
  goal: 'An evening out',
  steps: ['table', 'taxi'],
  outcome: 'all is booked',
  lessons: 'call at nine',
};

test('the model tells it, from what was asked, said and recorded, once', async () => {
  await using started = await startBoth({ script: { 'record-conversation': JSON.stringify(completed) } });
  const { fleet, chatModel } = started;
  await asked(fleet, 1, { question: 'Book a table', steps });
  const said = { conversation_id: 'c1', role: 'user', content: 'She likes to sit outside' } as const;
  await fleet.caller.call('conversations', 'append_message', said);
  await end(fleet);
  await end(fleet);
  expect(await episodesOf(fleet)).toMatchObject([{ goal: 'An evening out', lessons: 'call at nine' }]);
  const prompts = chatModel?.requests.filter(({ template }) => template === 'record-conversation') ?? [];
  expect(prompts).toHaveLength(1);
  const prompt = JSON.stringify(prompts[0]?.messages);
  for (const part of ['Asked: Book a table', 'user: She likes to sit outside', 'Lessons: Call']) expect(prompt).toContain(part);
});

test.each([
  ['the model says that it had no goal', { 'record-conversation': '{"task": false}' }, 2],
  ['it was one task', { 'record-conversation': JSON.stringify(completed) }, 1],
])('nothing is recorded when %s', async (_, script, invocations) => {
  await using started = await startBoth({ script });
  for (let number = 1; number <= invocations; number++) await asked(started.fleet, number, { question: `Book ${number}`, steps });
  await end(started.fleet);
  expect(await episodesOf(started.fleet)).toEqual([]);
});

test('a later message opens it again, and its next end records only what is new', async () => {
  await using started = await startBoth();
  const { fleet } = started;
  await asked(fleet, 1, { question: 'Book a table', steps });
  await asked(fleet, 2, { question: 'And a taxi' });
  await end(fleet);
  await asked(fleet, 3, { question: 'Where was it again?' });
  await end(fleet);
  expect(await episodesOf(fleet)).toHaveLength(1);
  await asked(fleet, 4, { question: 'Move the table to Friday', steps: steps.slice(1) });
  await asked(fleet, 5, { question: 'And the taxi too' });
  await end(fleet);
  expect((await episodesOf(fleet)).map(({ goal }) => goal).toSorted()).toEqual(['Book a table', 'Move the table to Friday']);
});

test('a conversation that falls silent is recorded too, also while nothing runs', async () => {
  await using directory = await temporaryDirectory();
  const clock = turnedClock();
  {
    await using started = await startBoth({ directory: directory.path, clock });
    await asked(started.fleet, 1, { question: 'Book a table', steps });
    await asked(started.fleet, 2, { question: 'And a taxi' });
  }
  await clock.advance(1_800_000);
  await using started = await startBoth({ directory: directory.path, clock });
  await clock.advance(1_000);
  await vi.waitFor(async () => expect(await episodesOf(started.fleet)).toHaveLength(1));
});
