import { readJsonAnswer } from '@agent-mem/service-kit';
import { misread } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { decisionsAnswer } from './read-decisions.ts';
import type { ReconcileDecision } from './reconcile-decision.ts';

const known = ['k0', 'k1'];
const fresh = ['f2', 'f3'];
const checks = {
  isInvented: (text: string) => text.includes('Anne'),
  // A dog is another subject than all the others are.
  mayBeOfOneSubject: (id: string, other: string) => id.startsWith('dog') === other.startsWith('dog'),
  byRules: (): readonly ReconcileDecision[] => [{ id: 'k1', event: 'UPDATE', by: 'f3', text: null }],
};
const readDecisions = (answer: string, fresh: readonly string[], known: readonly string[]) =>
  readJsonAnswer(answer, decisionsAnswer({ fresh, known, ...checks }));
const read = (entries: unknown) => readDecisions(typeof entries === 'string' ? entries : JSON.stringify(entries), fresh, known);

test('each number is one fact, in whatever order they come', () => {
  const answer = [
    { id: 3, event: 'NONE', by: 1 },
    { id: '0', event: 'UPDATE', by: 2, text: ' Both hold ' },
    { id: 2, event: 'ADD', text: 'anything' },
    { id: 1, event: 'NONE' },
  ];
  expect(read(answer)).toEqual({
    value: [
      { id: 'k0', event: 'UPDATE', by: 'f2', text: 'Both hold' },
      { id: 'k1', event: 'NONE', by: null, text: null },
      { id: 'f2', event: 'ADD', by: null, text: null },
      { id: 'f3', event: 'NONE', by: 'k1', text: null },
    ],
    dropped: [],
  });
});

test('a fact makes no room for one that is about something else: both stay, and the other decisions hold', () => {
  const staying = { by: null, text: null };
  for (const event of ['UPDATE', 'DELETE'])
    expect(
      readDecisions(
        JSON.stringify([
          { id: 0, event },
          { id: 1, event },
          { id: 2, event: 'NONE' },
        ]),
        ['dog'],
        ['k', 'dog0'],
      ),
    ).toEqual({
      value: [
        { id: 'k', event: 'NONE', ...staying },
        { id: 'dog0', event, by: 'dog', text: null },
        { id: 'dog', event: 'ADD', ...staying },
      ],
      dropped: ['other-subject'],
    });
  const merged = [
    { id: 0, event: 'UPDATE', by: 1, text: 'Both hold' },
    { id: 1, event: 'ADD' },
  ];
  expect(readDecisions(JSON.stringify(merged), ['dog'], ['k'])).toEqual({
    value: [
      { id: 'k', event: 'NONE', ...staying },
      { id: 'dog', event: 'ADD', ...staying },
    ],
    dropped: ['other-subject'],
  });
});

test('a new fact repeats none that is about something else, whether the model names it or not', () => {
  const added = { value: [{ id: 'k' }, { id: 'dog', event: 'ADD', by: null }] };
  const named = readDecisions('[{"id":0,"event":"NONE"},{"id":1,"event":"NONE","by":0}]', ['dog'], ['k']);
  expect(named).toMatchObject({ ...added, dropped: ['other-subject'] });
  const unnamed = (known: readonly string[], answer: string) => readDecisions(answer, ['dog'], known);
  expect(unnamed(['k'], '[{"id":0,"event":"NONE"},{"id":1,"event":"NONE"}]')).toMatchObject({ ...added, dropped: [] });
  const both = unnamed(['k', 'dog0'], '[{"id":0,"event":"NONE"},{"id":1,"event":"NONE"},{"id":2,"event":"NONE"}]');
  expect(both).toMatchObject({ value: [{}, {}, { id: 'dog', event: 'NONE', by: 'dog0' }], dropped: [] });
});

test('a fact that takes a place stays; what is repeated and by what may be left unsaid', () => {
  const decisions = readDecisions('[{"id":0,"event":"UPDATE"},{"id":1,"event":"NONE"}]', ['f'], ['k']);
  expect(decisions).toMatchObject({ value: [{ by: 'f' }, { id: 'f', event: 'ADD' }] });
  const repeated = readDecisions('[{"id":0,"event":"DELETE"},{"id":1,"event":"NONE"},{"id":2,"event":"ADD"}]', ['f'], ['k', 'l']);
  expect(repeated).toMatchObject({ value: [{ event: 'DELETE', by: 'f' }, { id: 'l' }, { id: 'f', event: 'ADD' }] });
  const unsaid = readDecisions('[{"id":0,"event":"NONE"},{"id":1,"event":"NONE"}]', ['f'], ['k']);
  expect(unsaid).toMatchObject({ value: [{ id: 'k' }, { id: 'f', event: 'NONE', by: 'k' }] });
});

const none = [0, 1].map((id) => ({ id, event: 'NONE' }));
const add = [2, 3].map((id) => ({ id, event: 'ADD' }));

test('a blank text is none, and an event may be written in small letters', () => {
  const answer = [{ id: 0, event: 'update', by: 2, text: ' ' }, none[1], ...add];
  expect(read(answer)).toHaveProperty('value.0', { id: 'k0', event: 'UPDATE', by: 'f2', text: null });
});

test('decisions are read however a model dresses them, and what is none is not', () => {
  const decisions = [none[0], { id: 1, event: 'UPDATE', by: 3, text: null }, ...add];
  expect(misread(decisions, read)).toEqual([]);
  expect(misread({ decisions }, read)).toEqual([]);
});

const staying = { by: null, text: null };
const byModel = (id: string, event: string) => ({ id, event, ...staying });
const all = { k0: byModel('k0', 'NONE'), k1: byModel('k1', 'NONE'), f2: byModel('f2', 'ADD'), f3: byModel('f3', 'ADD') };
const byRules = { id: 'k1', event: 'UPDATE', by: 'f3', text: null };

test.each([
  ['one left out', [...none, add[0]], all, 'left-out', []],
  ['a memory left out, on which rules decide', [none[0], ...add], { ...all, k1: byRules }, 'left-out', []],
  ['a list that breaks off', JSON.stringify([...none, ...add]).slice(0, -3), all, 'left-out', []],
  ['a text', [...none, add[0], 'ADD'], all, 'no-id', ['no-id']],
  ['no number', [...none, add[1], { event: 'ADD' }], all, 'no-id', ['no-id']],
  ['another event', [{ id: 0, event: 'KEEP' }, none[1], ...add], all, 'unknown-event', ['unknown-event']],
  ['a memory added', [none[0], { id: 1, event: 'ADD' }, ...add], { ...all, k1: byRules }, 'unknown-event', ['unknown-event']],
  ['a new fact updated', [...none, { id: 2, event: 'UPDATE', by: 3 }, add[1]], all, 'unknown-event', ['unknown-event']],
  ['an update by nothing', [{ id: 0, event: 'UPDATE' }, none[1], ...add], all, 'unknown-fact', ['unknown-fact']],
  ['an update by a memory', [{ id: 0, event: 'UPDATE', by: 1 }, none[1], ...add], all, 'unknown-fact', ['unknown-fact']],
  ['a repeat of a new fact', [...none, { id: 2, event: 'NONE', by: 3 }, add[1]], all, 'unknown-fact', ['unknown-fact']],
  ['a long text', [{ id: 0, event: 'UPDATE', by: 2, text: 'é'.repeat(600) }, none[1], ...add], all, 'too-long', ['too-long']],
  [
    'a text as an object',
    [{ id: 0, event: 'UPDATE', by: 2, text: { en: 'Both' } }, none[1], ...add],
    all,
    'not-text',
    ['not-text'],
  ],
  [
    'a text that no fact says',
    [{ id: 0, event: 'UPDATE', by: 2, text: 'Anne lives in Paris' }, none[1], ...add],
    all,
    'invented',
    ['invented'],
  ],
])('%s is missed alone: the other decisions hold', (_, entries, decisions, lacks, dropped) => {
  expect(read(entries)).toEqual({ value: Object.values(decisions), dropped, lacks });
});

test('a new fact repeats no memory on which the model has no decision that can be used', () => {
  const answer = JSON.stringify([
    { id: 0, event: 'UPDATE', text: 'Anne lives in Paris' },
    { id: 1, event: 'NONE' },
  ]);
  expect(readDecisions(answer, ['f'], ['k'])).toMatchObject({ value: [{ event: 'NONE' }, { event: 'ADD', by: null }] });
});

test.each([
  ['not JSON', 'Sure!', 'not-json'],
  ['two lists', `${JSON.stringify([...none, ...add])}\n[]`, 'not-json'],
  ['no list', { decisions: 2 }, 'no-id'],
  ['nothing', [], 'left-out'],
  ['an invented number', [...none, ...add, { id: 4, event: 'ADD' }], 'unknown-id'],
  ['an invented number as a text', [...none, ...add, { id: '-1', event: 'ADD' }], 'unknown-id'],
  ['numbers from 1', [1, 2, 3, 4].map((id) => ({ id, event: id < 3 ? 'NONE' : 'ADD' })), 'unknown-id'],
  ['an update by an invented number', [{ id: 0, event: 'UPDATE', by: 4 }, none[1], ...add], 'unknown-id'],
  ['a number twice', [...none, ...none, ...add], 'named-twice'],
])('%s is unusable as a whole', (_, entries, unusable) => {
  expect(read(entries)).toEqual({ unusable });
});
