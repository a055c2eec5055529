import { expect, it } from 'vitest';
import { exchangeSchema } from './load.ts';
import { isAbout } from './match.ts';
import { figuresOf, score } from './score.ts';

const exchange = exchangeSchema.parse({
  id: 'dev-en-001',
  language: 'en',
  kind: 'others',
  user: 'My wife Ada plays chess, I like tea. Maybe we move to Rome.',
  facts: [
    { subject: 'wife|Ada', text: "The user's wife Ada plays chess", accept: [['plays', 'chess']] },
    { subject: 'user', text: 'The user likes tea', accept: [['like*|love*', 'tea']] },
  ],
  may: [['wife', 'Ada']],
  never: [
    { why: 'plan', words: ['user', 'lives|moved', 'Rome'] },
    { why: 'subject', words: ['user', 'chess'] },
  ],
});
const verdicts = (...learned: string[]) => score(exchange, learned).learned.map(({ verdict }) => verdict);

it('is right in other words, about the same', () => {
  const scored = score(exchange, ["The user's wife Ada plays chess", 'The user loves tea']);
  expect(scored.learned.map(({ verdict }) => verdict)).toEqual(['right', 'right']);
  expect(scored.missed).toEqual([]);
});

it('names what is wrong', () => {
  expect(verdicts("The user's wife is named Ada")).toEqual(['may']);
  expect(verdicts('The user plays chess')).toEqual(['subject']);
  expect(verdicts('Ada likes tea')).toEqual(['subject']);
  expect(verdicts('The user moved to Rome')).toEqual(['plan']);
  expect(verdicts("The user's wife moved to Rome")).toEqual(['garbage']);
  expect(verdicts('The user does not like tea')).toEqual(['garbage']);
  expect(verdicts('The user likes tea, not coffee')).toEqual(['right']);
  expect(verdicts('The user does not drink coffee but likes tea')).toEqual(['right']);
  expect(verdicts('The user never moved to Rome')).toEqual(['garbage']);
});

it('counts precision without what may be, and recall by facts', () => {
  const figures = figuresOf([
    score(exchange, ["The user's wife is named Ada", 'The user likes tea', 'The user likes green tea', 'The user plays chess']),
    score(exchange, []),
  ]);
  expect(figures).toMatchObject({ exchanges: 2, facts: 4, learned: 4, precision: 2 / 3, recall: 1 / 4 });
  expect(figures.wrong).toMatchObject({ subject: 1, garbage: 0 });
});

it.each([
  ['The user is tall', 'user', true],
  ["The user's name is Bob", 'user', true],
  ["The user's wife is tall", 'user', false],
  ["The user's wife is tall", 'wife', true],
  ['The user wants what the boss wants', 'boss', false],
  ['The user has a daughter Mia who swims', 'daughter|Mia', true],
  ['Al usuario le gusta el flamenco', 'user', true],
  ['Carla is tall', 'user', false],
])('%s: about %s is %s', (statement, subject, is) => {
  expect(isAbout(statement, subject)).toBe(is);
});
