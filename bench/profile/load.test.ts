import { expect, it } from 'vitest';
import { parseJsonLines } from '../json-lines.ts';
import { factSchema, halves, loadFacts, loadSchemas } from './load.ts';

it.each(halves)('the %s facts are of every schema, with some that belong nowhere', async (half) => {
  const facts = await loadFacts(half);
  const schemas = await loadSchemas();
  expect(facts.length).toBeGreaterThanOrEqual(80);
  expect(new Set(facts.map(({ schema }) => schema))).toEqual(new Set(['default', ...Object.keys(schemas)]));
  expect(facts.filter(({ field }) => field === null).length).toBeGreaterThanOrEqual(12);
  for (const { schema, field } of facts) {
    const fields = schemas[schema] && Object.keys(JSON.parse(schemas[schema]).properties);
    if (fields && field !== null) expect(fields).toContain(field);
  }
});

it('refuses a fact of a schema that there is not', () => {
  const line = JSON.stringify({ schema: 'none', fact: 'x', field: null });
  expect(() => parseJsonLines(line, factSchema, 'facts.jsonl')).toThrow('facts.jsonl:1');
});
