import { expect, it } from 'vitest';
import { profileSchemaOf } from './profile-schema.ts';

it('without a schema the profile has seven fields', () => {
  const { isDefault, fields } = profileSchemaOf(null);
  expect(isDefault).toBe(true);
  expect(fields.map(({ name }) => name)).toEqual([
    ...['name', 'language', 'places', 'people', 'work', 'preferences', 'instructions'],
  ]);
  expect(profileSchemaOf('')).toBe(profileSchemaOf(null));
});

it('a schema has its fields in order, a list up to eight facts and any other one', () => {
  const text = JSON.stringify({
    type: 'object',
    properties: { diet: { type: 'array', description: 'Food' }, dose: { type: 'string' }, sports: { maxItems: 3 } },
  });
  const { isDefault, fields, id } = profileSchemaOf(text);
  expect(isDefault).toBe(false);
  expect(fields).toEqual([
    { name: 'diet', description: 'Food', most: 8 },
    { name: 'dose', description: '', most: 1 },
    { name: 'sports', description: '', most: 3 },
  ]);
  expect(profileSchemaOf(` ${text}`).id).toBe(id);
  expect(profileSchemaOf(text.replace('Food', 'Meals')).id).not.toBe(id);
});

it.each([
  ['nothing', 'must be a JSON Schema: it is no JSON'],
  ['[]', 'must be a JSON Schema: a JSON object'],
  ['{"type":"array"}', 'type: must be object'],
  ['{"type":"object"}', 'properties: must be an object'],
  ['{"properties":{}}', 'properties: must have 1 to 20 fields'],
  ['{"properties":{"diet":"food"}}', 'properties.diet: must be a JSON Schema'],
  ['{"properties":{"diet":{"type":"list"}}}', 'properties.diet.type: must be one of'],
  ['{"properties":{"diet":{"description":5}}}', 'properties.diet.description: must be a text'],
  ['{"properties":{"diet":{"maxItems":0}}}', 'properties.diet.maxItems: must be a whole number'],
  [JSON.stringify({ properties: { ['x'.repeat(65)]: {} } }), 'a name must have 1 to 64 characters'],
])('%s is no schema', (text, sentence) => {
  expect(() => profileSchemaOf(text)).toThrow(sentence);
});
