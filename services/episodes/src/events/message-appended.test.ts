import type { AppendMessagesRequest, Init, ToolCall } from '@agent-mem/contract';
import { type ChatModel, hashEmbedder, scriptedChatModel } from '@agent-mem/llm';
import { publishEvent } from '@agent-mem/messaging';
import { defaultScope, invocationCompleted, startFleet } from '@agent-mem/testing';
import { expect, test } from 'vitest';

type Messages = NonNullable<Init<AppendMessagesRequest>['messages']>;

async function start(options: { chatModel?: ChatModel; environment?: Record<string, string> } = {}) {
  const fleet = await startFleet({
    services: ['conversations', 'facts', 'episodes', 'graph'],
    embedder: hashEmbedder(),
    ...options,
  });
  const { call } = fleet.caller;
  return {
    fleet,
    call,
    append: (...messages: Messages) =>
      call('conversations', 'append_messages', { conversation_id: 'c1', messages, wait_ms: 60_000 }),
    episodes: async () => (await call('episodes', 'list', {})).episodes,
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

const user = (content: string) => ({ role: 'user', content }) as const;
const called = (tool_name: string, result: string, success = true): Init<ToolCall> => ({
  tool_name,
  arguments: '{"path":"src"}',
  success,
  tool_result: { success, result: JSON.stringify(result), error: success ? null : result },
});
const fixed = { role: 'assistant', content: 'The build is green again.' } as const;

test('a turn in which tools were called is an episode, and the answer ends it', async () => {
  await using world = await start();
  const answer = await world.append(user('Mend the build'), {
    ...fixed,
    tool_calls: [called('Compile', 'error TS2304: cannot find name x', false), called('Edit', 'done'), called('Compile', 'ok')],
  });
  expect(answer.learned).toMatchObject([
    { kind: 'episode', content: 'Mend the build', message_id: answer.messages[1]?.message_id },
  ]);
  expect(answer.pending).toEqual([]);
  expect(await world.episodes()).toMatchObject([
    {
      id: answer.learned[0]?.id,
      goal: 'Mend the build',
      steps: [
        'Compile {"path":"src"}: error TS2304: cannot find name x',
        'Edit {"path":"src"}: done',
        'Compile {"path":"src"}: ok',
      ],
      outcome: fixed.content,
      lessons: expect.stringMatching(/failed: error TS2304.* What worked: Edit/),
      success: true,
      conversation_id: 'c1',
      invocation_id: null,
    },
  ]);
});

test('what the model was asked to record a turn is in the answer', async () => {
  const chatModel = scriptedChatModel(() => '{}');
  await using world = await start({ chatModel });
  const { learned, refused, nothing_learned, usage, pending } = await world.append(user('Mend the build'), {
    ...fixed,
    tool_calls: [called('Compile', 'error TS2304: cannot find name x', false), called('Edit', 'done'), called('Compile', 'ok')],
  });
  expect(pending).toEqual([]);
  // The rules tell it in place of the model.
  expect(learned).toMatchObject([{ kind: 'episode' }]);
  expect(refused).toContainEqual(expect.objectContaining({ kind: 'episode', reason: 'model-unusable' }));
  expect(nothing_learned).toMatchObject([{ kind: 'fact', reason: 'model-unusable' }]);
  expect(usage).toMatchObject([{ model: chatModel.id, calls: chatModel.requests.length }]);
  expect(chatModel.requests.map(({ template }) => template)).toContain('record-episode');
});

test('tools may answer in messages of their own, and a message whose calls are open ends no turn', async () => {
  await using world = await start();
  const open = (tool_name: string) => ({ tool_name, arguments: '{"path":"src"}' });
  const calls = { role: 'assistant', content: 'Let me look.', tool_calls: [open('List'), open('Read')] } as const;
  const results = [{ role: 'tool', content: 'a.ts' } as const, { role: 'tool', content: 'const a = 1;' } as const];
  const { learned, refused } = await world.append(user('Where is a?'), calls, ...results, fixed);
  expect(learned).toMatchObject([{ kind: 'episode', content: 'Where is a?' }]);
  expect(refused.filter(({ kind }) => kind === 'episode')).toMatchObject([{ id: '', reason: 'no-task' }]);
  expect((await world.episodes()).map(({ steps }) => steps)).toEqual([
    ['List {"path":"src"}: a.ts', 'Read {"path":"src"}: const a = 1;'],
  ]);
});

test('small talk is no task, and what an invocation holds is left to its event', async () => {
  await using world = await start();
  expect((await world.append(user('Hello'), { role: 'assistant', content: 'Hello!' })).refused).toMatchObject([
    { kind: 'fact', reason: 'no-statement' },
    { kind: 'episode', id: '', reason: 'no-task' },
  ]);
  const steps = [1, 2].map((number) => ({ action: 'Search', arguments: `{"n":${number}}`, observation: 'found', success: true }));
  await publishEvent(
    world.fleet.ports.bus,
    invocationCompleted({ question: 'Find it', answer: 'Here it is.', steps, record_episode: true }),
  );
  await world.fleet.settled();
  expect((await world.episodes()).map(({ goal }) => goal)).toEqual(['Find it']);
});

test('an answer is read once, whatever reports it, and the end of the conversation knows its episode', async () => {
  const chatModel = scriptedChatModel(({ template, variables }) => {
    if (template === 'record-episode')
      return JSON.stringify({ task: true, goal: 'Mend the build', steps: ['Edited'], outcome: 'It is green', lessons: '' });
    if (template !== 'record-conversation') return '[]';
    const { episodes } = variables as { readonly episodes: readonly { readonly goal: string }[] };
    const goal = `The user wanted to ${episodes.map((episode) => episode.goal.toLowerCase()).join()}`;
    return JSON.stringify({ task: true, goal, steps: ['Edited'], outcome: 'It is green', lessons: '' });
  });
  await using world = await start({ chatModel });
  const turn = [user('Mend it'), { ...fixed, tool_calls: [called('Edit', 'a'), called('Edit', 'b')] }] as const;
  const { messages } = await world.append(...turn);
  await world.append(user('Thanks'));
  const data = { message_appended: { message_id: messages[1]?.message_id ?? '', role: 'assistant', ordinal: 2 } };
  for (const id of ['e1', 'e1', 'e2']) {
    const timestamp = '2026-05-07T09:30:00Z';
    await publishEvent(world.fleet.ports.bus, {
      id,
      type: 'message-appended',
      conversation_id: 'c1',
      ...defaultScope,
      timestamp,
      data,
    });
  }
  await world.fleet.settled();
  expect(chatModel.requests.filter(({ template }) => template === 'record-episode')).toHaveLength(1);
  await world.call('conversations', 'end', { conversation_id: 'c1' });
  await world.fleet.settled();
  expect((await world.episodes()).map(({ goal }) => goal).toSorted()).toEqual([
    'Mend the build',
    'The user wanted to mend the build',
  ]);
});

test('a recording that is switched off says so', async () => {
  await using world = await start({ environment: { ENABLE_EPISODE_RECORDING: 'false' } });
  const { refused } = await world.append(user('Mend it'), { ...fixed, tool_calls: [called('Edit', 'a'), called('Edit', 'b')] });
  expect(refused.filter(({ kind }) => kind === 'episode')).toMatchObject([{ id: '', reason: 'off' }]);
  expect(await world.episodes()).toEqual([]);
});

test('the next message of the user sets the outcome, unless the tools have said it', async () => {
  await using world = await start();
  const outcomes = async () =>
    (await world.episodes()).map(({ goal, outcome_status, outcome_reason }) => [goal, outcome_status, outcome_reason]);
  const looked = [called('Read', 'text'), called('Search', 'more')];
  await world.append(user('Find the leak'), { role: 'assistant', content: 'It is in the cache.', tool_calls: looked });
  expect(await outcomes()).toEqual([['Find the leak', 'unknown', null]]);
  await world.append(user('No, it still leaks'), { role: 'assistant', content: 'Hm.' });
  await world.fleet.settled();
  const failed = ['Find the leak', 'failed', 'the user said next: No, it still leaks'];
  expect(await outcomes()).toEqual([failed]);
  await world.append(user('Thanks'));
  await world.fleet.settled();
  expect(await outcomes()).toEqual([failed]);

  await world.append(user('Mend it'), {
    role: 'assistant',
    content: 'Done.',
    tool_calls: [called('Read', 'x'), called('Edit', 'ok')],
  });
  await world.append(user('That is wrong'));
  await world.fleet.settled();
  expect((await outcomes())[0]).toEqual(['Mend it', 'succeeded', expect.stringContaining('succeeded at last')]);
});

test('a task of a category that is never learned is no episode, and lessons of one are left out', async () => {
  await using world = await start();
  await world.call('graph', 'update_settings', { settings: { never_categories: ['legal'] } });
  const tools = { tool_calls: [called('Read', 'ok'), called('Edit', 'done')] };
  const refused = await world.append(user('Write to my lawyer'), { ...fixed, ...tools });
  expect(refused.refused).toContainEqual(expect.objectContaining({ kind: 'episode', reason: 'category' }));
  expect(await world.episodes()).toEqual([]);
  await world.append(user('Mend the build'), { ...fixed, ...tools });
  expect(await world.episodes()).toMatchObject([{ goal: 'Mend the build' }]);
});

test('lessons of a category that is never learned are left out of what a model tells', async () => {
  const told = { task: true, goal: 'Mend the build', steps: ['Edit'], outcome: 'It is green', lessons: 'Ask the lawyer first' };
  const chatModel = scriptedChatModel(({ template }) => (template === 'record-episode' ? JSON.stringify(told) : '[]'));
  await using world = await start({ chatModel });
  await world.call('graph', 'update_settings', { settings: { never_categories: ['legal'] } });
  await world.append(user('Mend the build'), { ...fixed, tool_calls: [called('Read', 'ok'), called('Edit', 'done')] });
  expect(await world.episodes()).toMatchObject([{ goal: 'Mend the build', lessons: '' }]);
  expect(JSON.stringify(chatModel.requests)).toContain('Take nothing that is about: legal.');
});
