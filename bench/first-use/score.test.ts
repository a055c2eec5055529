import { describe, expect, it } from 'vitest';
import type { Expected } from './load.ts';
import { score } from './score.ts';

const unknown = 'I remember nothing that answers this, and can only quote what I was told.';
const before = { answers: [unknown, 'You live in Porto.'], said: ['I live in Porto', 'Hello', 'Where do I live?'] };
const rightOf = (answer: string, expected: Expected) => score(answer, expected, before).isRight;

it('is right with all that must stand in it, and wrong without', () => {
  expect(rightOf('You live in Porto, with Leila.', { all: ['Porto', 'Leila|wife'] })).toBe(true);
  expect(rightOf('You live in Porto.', { all: ['Porto', 'Leila|wife'] })).toBe(false);
  expect(rightOf('  ', { not: ['Porto'] })).toBe(false);
});

it('is wrong with what was superseded, and with what may not stand in it', () => {
  expect(score('You live in Lisbon.', { all: ['Lisbon'], past: ['Lisbon'] }, before)).toMatchObject({
    isRight: false,
    isPast: true,
  });
  expect(rightOf('Your wife is a vet. You are a carpenter.', { all: ['vet'], not: ['carpenter'] })).toBe(false);
});

it('quotes itself where an earlier answer stands inside another, and not where a fact is said again', () => {
  const quoting = `Earlier you said "Hello", and the result was: ${unknown}`;
  expect(score(quoting, { says: 'greeting' }, before)).toMatchObject({ isRight: false, isSelfQuote: true });
  expect(score('What I know: You live in Porto.', { all: ['Porto'] }, before)).toMatchObject({
    isRight: true,
    isSelfQuote: false,
  });
  expect(score(unknown, { says: 'unknown' }, before)).toMatchObject({ isRight: true, isSelfQuote: false });
});

it('quotes an answer where that is asked for', () => {
  expect(score(`My first answer was: ${unknown}`, { repeats: 'first' }, before)).toMatchObject({
    isRight: true,
    isSelfQuote: false,
  });
  expect(rightOf('I said: "You live in Porto."', { repeats: 'previous' })).toBe(true);
  expect(rightOf('You live in Porto.', { repeats: 'first' })).toBe(false);
  expect(score(unknown, { repeats: 'first' }, { answers: [], said: [] }).isRight).toBe(false);
});

describe('what an answer does', () => {
  it.each([
    ['Hi! How are you?', 'greeting', true],
    [unknown, 'greeting', false],
    ['You are welcome.', 'welcome', true],
    ['I will remember that.', 'noted', true],
    ['I have forgotten it.', 'forgotten', true],
    ["I don't know that.", 'unknown', true],
    ['You live in Porto.', 'unknown', false],
    ['Yes, you are a carpenter.', 'yes', true],
    ['No, you moved to Porto.', 'no', true],
    ['Not any more: you left in May.', 'no', true],
    ['No, that is not right.', 'yes', false],
    ['I have no record of that.', 'no', false],
    ['You live in Porto, and I have heard of nobody who is not.', 'no', false],
  ] as const)('%j is %s: %s', (answer, says, isSo) => {
    expect(rightOf(answer, { says })).toBe(isSo);
  });
});
