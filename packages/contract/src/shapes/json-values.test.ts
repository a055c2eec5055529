import { expect, test } from 'vitest';
import { withJsonValues } from './json-values.ts';

test('metadata may have any JSON values: their texts stand in the map, and the whole beside it', () => {
  const metadata = { text: 'a', n: 1, flag: false, nothing: null, list: [1, { a: 'b' }] };
  expect(withJsonValues('facts', 'store', { content: 'c', metadata })).toEqual({
    content: 'c',
    metadata: { text: 'a', n: '1', flag: 'false', nothing: 'null', list: '[1,{"a":"b"}]' },
    metadata_json: JSON.stringify(metadata),
  });
});

test('metadata of texts, and what is no object, stay as they are', () => {
  for (const metadata of [{ a: 'b' }, {}, [1], 'x', null])
    expect(withJsonValues('facts', 'store', { metadata })).toEqual({ metadata });
});

test('metadata that only a text can carry stays without its JSON', () => {
  const metadata = { token_count: 5 };
  expect(withJsonValues('working-memory', 'append', { item: { metadata } })).toEqual({ item: { metadata } });
});

test('conditions of a filter may have numbers and booleans', () => {
  const metadata = [
    { key: 'a', equals: 5 },
    { key: 'b', in: [true, 'x', 1.5, null, [1]] },
    { key: 'c', less_than: -1e21 },
    { key: 'd', exists: true },
    { key: 'e', greater_than: {} },
  ];
  expect(withJsonValues('facts', 'list', { limit: 5, filter: { metadata, tags_any: ['t'] } })).toEqual({
    limit: 5,
    filter: {
      metadata: [
        { key: 'a', equals: '5' },
        { key: 'b', in: ['true', 'x', '1.5', null, [1]] },
        { key: 'c', less_than: '-1e+21' },
        { key: 'd', exists: true },
        { key: 'e', greater_than: {} },
      ],
      tags_any: ['t'],
    },
  });
});

test('metadata that nests too deep is refused by its name', () => {
  const deep = JSON.parse(`${'['.repeat(17)}${']'.repeat(17)}`) as object;
  expect(() => withJsonValues('facts', 'store', { metadata: { deep } })).toThrow('metadata.deep: must nest at most 16 levels');
  expect(() => withJsonValues('facts', 'store', { metadata: { n: Number.POSITIVE_INFINITY } })).toThrow(
    'metadata.n: must have numbers that a 64-bit float holds',
  );
});
