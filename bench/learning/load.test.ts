import { describe, expect, it } from 'vitest';
import { parseJsonLines } from '../json-lines.ts';
import { exchangeSchema, languages, loadExchanges, sets } from './load.ts';
import { isRightOf } from './match.ts';

it.each(['dev', 'held-out'] as const)('the %s exchanges are at least 150, two thirds of them English', async (set) => {
  const exchanges = await loadExchanges(set);
  expect(exchanges.length).toBeGreaterThanOrEqual(150);
  const count = (language: string) => exchanges.filter((each) => each.language === language).length;
  expect(count('en')).toBeGreaterThanOrEqual(100);
  for (const language of languages) expect(count(language)).toBeGreaterThanOrEqual(13);
});

describe.each(sets)('the %s exchanges', (set) => {
  const least = /^(?:orders|project)/.test(set) ? 60 : 100;

  it(`are at least ${least}, each once`, async () => {
    const exchanges = await loadExchanges(set);
    expect(exchanges.length).toBeGreaterThanOrEqual(least);
    for (const part of ['id', 'user'] as const) expect(new Set(exchanges.map((each) => each[part])).size).toBe(exchanges.length);
  });

  it('say what is right in words that are right by themselves', async () => {
    const facts = (await loadExchanges(set)).flatMap(({ id, facts }) => facts.map((fact) => ({ id, fact })));
    const wrong = facts.filter(({ fact }) => !isRightOf(fact.text, fact));
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});

it.each(['orders', 'orders-apart'] as const)('of the %s exchanges, about half give a standing instruction', async (set) => {
  const exchanges = await loadExchanges(set);
  const orders = exchanges.filter(({ facts }) => facts.some(({ subject }) => subject.includes('assistant')));
  expect(orders.length / exchanges.length).toBeGreaterThan(0.4);
  expect(orders.length / exchanges.length).toBeLessThan(0.6);
});

it.each(['The user wants short answers', 'Always answer briefly', 'The user wants the assistant to keep its answers short'])(
  '"%s" is right of a standing instruction, whatever its subject',
  async (statement) => {
    const [instruction] = (await loadExchanges('orders')).flatMap(({ facts }) => facts);
    expect(instruction && isRightOf(statement, instruction)).toBe(true);
  },
);

describe.each(['project', 'project-apart'] as const)('of the %s exchanges', (set) => {
  it('three in five state something of a project, and two in five nothing', async () => {
    const exchanges = await loadExchanges(set);
    expect(exchanges.filter(({ facts }) => facts.length > 0).length / exchanges.length).toBeCloseTo(0.6);
  });

  it('no fact is right by the first half of its words', async () => {
    const facts = (await loadExchanges(set)).flatMap(({ id, facts }) => facts.map((fact) => ({ id, fact })));
    const halfOf = (text: string) =>
      text
        .split(' ')
        .slice(0, Math.floor(text.split(' ').length / 2))
        .join(' ');
    expect(facts.filter(({ fact }) => isRightOf(halfOf(fact.text), fact)).map(({ id }) => id)).toEqual([]);
  });
});

it.each([
  ['project-en-004', 'The production database is Postgres 16', true],
  ['project-en-004', 'Postgres 16 is used in dev', false],
  ['project-en-006', "The user's billing service is maintained by Priya", true],
  ['project-en-006', 'Marek owns the billing service', false],
  ['project-en-011', 'Before committing, run make lint', true],
  ['project-en-012', 'vendor/ must never be modified', true],
  ['project-en-012', 'The user wants the assistant to touch vendor/', false],
  ['project-en-020', 'The user has a code freeze on 12 December', true],
  ['project-en-020', 'The code freeze is in December', false],
])('of %s, "%s" is right: %s', async (id, statement, is) => {
  const exchange = (await loadExchanges('project')).find((each) => each.id === id);
  expect(exchange?.facts.some((fact) => isRightOf(statement, fact))).toBe(is);
});

it('has no message in two sets', async () => {
  const users = (await Promise.all(sets.map((set) => loadExchanges(set)))).flat().map(({ user }) => user);
  expect(new Set(users).size).toBe(users.length);
});

it('refuses a fact without words, an unknown reason, and an id of another language', () => {
  const read = (line: object) => () => parseJsonLines(JSON.stringify(line), exchangeSchema, 'exchanges.jsonl');
  const exchange = { id: 'dev-en-001', language: 'en', kind: 'quote', user: 'Hi', facts: [] };
  expect(read(exchange)).not.toThrow();
  expect(read({ ...exchange, facts: [{ subject: 'user', text: 'The user', accept: [] }] })).toThrow('exchanges.jsonl:1');
  expect(read({ ...exchange, never: [{ why: 'irony', words: ['a'] }] })).toThrow('never[0].why');
  expect(read({ ...exchange, language: 'de' })).toThrow('names another language');
});
