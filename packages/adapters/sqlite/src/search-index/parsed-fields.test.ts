import { expect, it } from 'vitest';
import { ParsedFields } from './parsed-fields.ts';

it('gives the fields of any text, the same ones as one object that cannot be changed', () => {
  const fields = new ParsedFields();
  for (let n = 0; n < 25_000; n += 1)
    expect(fields.of(`{"n":${n % 22_000},"deep":{"list":[1,null,"x"]}}`)).toMatchObject({ n: n % 22_000 });
  const own = fields.of('{"speaker":{"name":"Anne"}}');
  expect(fields.of('{"speaker":{"name":"Anne"}}')).toBe(own);
  expect(() => Object.assign(own.speaker as object, { name: 'Bert' })).toThrow(TypeError);
});

it('says what they take in memory', () => {
  const fields = new ParsedFields();
  expect(fields.bytes).toBe(0);
  fields.of('{"speaker":"Anne"}');
  const one = fields.bytes;
  expect(one).toBeGreaterThan('{"speaker":"Anne"}'.length);
  fields.of('{"speaker":"Anne"}');
  expect(fields.bytes).toBe(one);
});
