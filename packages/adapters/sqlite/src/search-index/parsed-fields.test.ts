import { expect, it } from 'vitest';
import { ParsedFields } from './parsed-fields.ts';

it('gives the fields of any text, the same ones as one object that cannot be changed', () => {
  const fields = new ParsedFields();
  for (let n = 0; n < 2_500; n += 1)
    expect(fields.of(`{"n":${n % 1_200},"deep":{"list":[1,null,"x"]}}`)).toMatchObject({ n: n % 1_200 });
  const own = fields.of('{"speaker":{"name":"Anne"}}');
  expect(fields.of('{"speaker":{"name":"Anne"}}')).toBe(own);
  expect(() => Object.assign(own.speaker as object, { name: 'Bert' })).toThrow(TypeError);
});
