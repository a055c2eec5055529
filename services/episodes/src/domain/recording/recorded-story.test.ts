import { completeEvent, type InvocationCompleted, ownAnswers, ownQuotes } from '@agent-mem/contract';
import { readJsonAnswer } from '@agent-mem/service-kit';
import { misread } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { experienceOf } from '../experience/experience.ts';
import { recordAnswer, storyByRules, taskAnswer } from './recorded-story.ts';

const readRecord = (answer: string) => readJsonAnswer(answer, recordAnswer);
const record = { task: true, goal: ' Book a table ', steps: ['searched', 'called'], outcome: 'booked', lessons: 'call early' };

test('a record is read, its texts trimmed', () => {
  expect(readRecord(JSON.stringify(record))).toEqual({
    value: { story: { goal: 'Book a table', steps: ['searched', 'called'], outcome: 'booked', lessons: 'call early' } },
    dropped: [],
  });
});

const readTask = (answer: string) => readJsonAnswer(answer, taskAnswer);

test('a record is read however a model dresses it, and what is none is not', () => {
  const solutions = [{ error: 1, step: 2, why: 'It was there' }];
  expect(misread(record, readRecord)).toEqual([]);
  expect(misread({ ...record, solutions }, readTask)).toEqual([]);
});

test.each([
  ['no lessons', { lessons: null }, { lessons: '' }],
  ['lessons left out', { lessons: undefined }, { lessons: '' }],
  ['lessons as a list', { lessons: ['call early', 'ask twice'] }, { lessons: 'call early ask twice' }],
  ['no outcome', { outcome: null }, { outcome: '' }],
  ['no steps', { steps: null }, { steps: [] }],
  ['steps as one text', { steps: 'searched' }, { steps: ['searched'] }],
  ['a task as a text', { task: 'True' }, {}],
])('a record with %s is used', (_, members, expected) => {
  const story = { goal: 'Book a table', steps: ['searched', 'called'], outcome: 'booked', lessons: 'call early', ...expected };
  expect(readRecord(JSON.stringify({ ...record, ...members }))).toEqual({ value: { story }, dropped: [] });
});

test.each([
  ['none', { solutions: null }, []],
  ['one alone', { solutions: { error: '1', step: 2, why: ['It was', 'there'] } }, [{ error: 1, step: 2, why: 'It was there' }]],
  ['one that has no step', { solutions: [{ error: 1 }, { error: 2, step: 0 }] }, [{ error: 2, step: 0, why: '' }]],
])('of solutions, %s: what can be used is', (_, members, solutions) => {
  expect(readTask(JSON.stringify({ ...record, ...members }))).toMatchObject({ value: { solutions } });
});

test('a model may say that it was no task', () => {
  expect(readRecord('{"task": false}')).toEqual({ value: { story: null } });
});

test.each([
  ['Here is the record', 'not-json'],
  [JSON.stringify(record).slice(0, -4), 'not-json'],
  ['[]', 'not-json'],
  ['null', 'not-json'],
  [JSON.stringify({ ...record, task: 'yes' }), 'no-task'],
  [JSON.stringify({ ...record, goal: ' ' }), 'no-goal'],
  [JSON.stringify({ ...record, goal: 'é'.repeat(40_000) }), 'too-long'],
  [JSON.stringify({ ...record, goal: null }), 'no-goal'],
  [JSON.stringify({ ...record, steps: [2, ' '] }), 'not-text'],
  [JSON.stringify({ ...record, outcome: { text: 'booked' } }), 'not-text'],
  [JSON.stringify({ ...record, lessons: 7 }), 'not-text'],
])('%.60s is unusable', (answer, unusable) => {
  expect(readRecord(answer)).toEqual({ unusable });
});

test.each([
  ['of a conversation', readRecord],
  ['of a task', (answer: string) => readJsonAnswer(answer, taskAnswer)],
])('a step that is no text is dropped from the record %s, and the others are used', (_, read) => {
  const steps = [2, ' searched ', ' ', 'called'];
  expect(read(JSON.stringify({ ...record, steps }))).toMatchObject({
    value: { story: { steps: ['searched', 'called'] } },
    dropped: ['not-text', 'blank'],
  });
});

test('a record has the first 200 steps', () => {
  expect(readRecord(JSON.stringify({ ...record, steps: Array(201).fill('again') }))).toMatchObject({
    value: { story: { steps: { length: 200 } } },
  });
});

function invocation(init: Partial<InvocationCompleted>): InvocationCompleted {
  const event = completeEvent({
    type: 'invocation-completed',
    data: {
      invocation_completed: { invocation_id: 'inv_1', question: 'Book a table', answer: 'Booked for 7', success: true, ...init },
    },
  });
  return event.data.invocation_completed as InvocationCompleted;
}

const steps = [
  { action: 'Search', arguments: '{"q":"restaurant"}', observation: 'Chez Anne', success: true },
  { action: 'Call', arguments: '{"at":7}', observation: 'Error: nobody answers', success: false },
];

test('rules tell what was called, how it ended, and what failed', () => {
  const done = invocation({ steps: steps as InvocationCompleted['steps'] });
  expect(storyByRules(done, done.steps, experienceOf(done.steps))).toEqual({
    goal: 'Book a table',
    steps: ['Search {"q":"restaurant"}: Chez Anne', 'Call {"at":7}: Error: nobody answers'],
    outcome: 'Booked for 7',
    lessons: 'Call {"at":7} failed: nobody answers',
  });
});

test('rules tell what worked in the end', () => {
  const done = invocation({
    steps: [...steps, { action: 'Call', arguments: '{"at":7,"from":"hall"}', success: true }] as InvocationCompleted['steps'],
  });
  expect(storyByRules(done, done.steps, experienceOf(done.steps)).lessons).toBe(
    'Call {"at":7} failed: nobody answers. What worked: Call {"at":7,"from":"hall"}',
  );
});

test('what only looked between an error and what got over it is no step that mattered', () => {
  const step = (action: string, success = true) => ({ action, arguments: '{}', observation: '', success });
  const stepsOf = (...given: readonly object[]) => {
    const done = invocation({ steps: given as InvocationCompleted['steps'] });
    return storyByRules(done, done.steps, experienceOf(done.steps)).steps;
  };
  const failed = { ...step('deploy', false), observation: 'full' };
  expect(stepsOf(step('list_files'), failed, step('list_files'), step('clean'), step('deploy'))).toEqual([
    'list_files',
    'deploy: full',
    'clean',
    'deploy',
  ]);
  expect(stepsOf(failed, step('list_files'))).toEqual(['deploy: full', 'list_files']);
});

test.each(['', 'It may be booked.'])(
  'the outcome of a task that was cut short is that it was not finished, whatever it said: %j',
  (answer) => {
    const done = invocation({
      success: false,
      error: 'the limit of iterations was reached',
      answer,
      steps: steps as InvocationCompleted['steps'],
    });
    expect(storyByRules(done, done.steps, experienceOf(done.steps))).toMatchObject({
      outcome: 'Not finished.',
      steps: { length: 2 },
    });
  },
);

test('long texts are cut between characters and say so', () => {
  const { goal } = storyByRules(invocation({ question: '😀'.repeat(5_000) }), [], experienceOf([]));
  expect([...goal]).toHaveLength(1_000);
  expect(goal.endsWith('😀…')).toBe(true);
});

test.each([
  `${ownAnswers.unknown} ${ownAnswers.noModel}`,
  `${ownQuotes.answered}"It is built."`,
  `${ownQuotes.fromEarlierTask}Build: clean first`,
])('what the agent says of itself, or repeats, is no outcome: %s', (answer) => {
  expect(storyByRules(invocation({ answer, success: true }), [], experienceOf([])).outcome).toBe('');
  expect(storyByRules(invocation({ answer: 'It is built.', success: true }), [], experienceOf([])).outcome).toBe('It is built.');
});
