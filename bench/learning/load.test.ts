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
  const least = set.startsWith('orders') ? 60 : 100;

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
