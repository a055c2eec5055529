import { describe, expect, it } from 'vitest';
import { parseRequest } from './validate.ts';

const store = (members: object) => parseRequest('facts', 'store', { content: 'c', ...members });

describe('metadata_json', () => {
  it('fills the texts, and stays where a value is no text', () => {
    const values = { text: 'a', number: 1.5, flag: true, nothing: null, list: [1, 'b'], object: { deep: { er: [] } } };
    const request = store({ metadata_json: ` ${JSON.stringify(values)} ` });
    expect(request.metadata).toEqual({
      text: 'a',
      number: '1.5',
      flag: 'true',
      nothing: 'null',
      list: '[1,"b"]',
      object: '{"deep":{"er":[]}}',
    });
    expect(request.metadata_json).toBe(JSON.stringify(values));
  });

  it('is left out where every value is a text', () => {
    expect(store({ metadata_json: '{"a":"b"}' })).toMatchObject({ metadata: { a: 'b' }, metadata_json: null });
    expect(store({ metadata_json: '{}' })).toMatchObject({ metadata: {}, metadata_json: null });
    expect(store({ metadata: { a: 'b' }, metadata_json: '' })).toMatchObject({ metadata: { a: 'b' }, metadata_json: null });
    expect(store({ metadata: { a: 'b' } })).toMatchObject({ metadata: { a: 'b' }, metadata_json: null });
  });

  it('must agree with the texts beside it', () => {
    expect(store({ metadata: { n: '1' }, metadata_json: '{"n":1,"m":2}' }).metadata).toEqual({ n: '1', m: '2' });
    for (const metadata of [{ n: '1.0' }, { other: '1' }, { constructor: 'x' }]) {
      expect(() => store({ metadata, metadata_json: '{"n":1}' })).toThrow(
        /^metadata_json: must agree with metadata, which has another "(n|other|constructor)"; leave metadata out$/,
      );
    }
  });

  it.each([
    [{ n: 1 }, 'metadata_json: must be JSON in a text, got an object'],
    ['[1]', 'metadata_json: must be a JSON object'],
    ['"x"', 'metadata_json: must be a JSON object'],
    ['null', 'metadata_json: must be a JSON object'],
    ['{', 'metadata_json: must be JSON'],
    ['{"n":1e999}', 'metadata_json.n: must have numbers that a 64-bit float holds'],
    ['{"n":"\\ud800"}', 'metadata_json.n: must be well-formed Unicode'],
    ['{"n":{"\\ud800":1}}', 'metadata_json.n: must be well-formed Unicode'],
    [`{"n":${'['.repeat(17)}${']'.repeat(17)}}`, 'metadata_json.n: must nest at most 16 levels'],
    [`{"n":["${'x'.repeat(8_200)}"]}`, 'metadata.n: must be at most 8192 bytes, got 8204'],
    ['{"a\\u0007":1}', 'metadata: each key must not contain control characters'],
    [
      JSON.stringify(Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`k${i}`, i]))),
      'metadata: must have at most 64 entries, got 65',
    ],
  ])('is refused by name: %s', (metadata_json, message) => {
    expect(() => store({ metadata_json })).toThrow(message);
  });

  it('nests sixteen levels', () => {
    const metadata_json = `{"n":${'['.repeat(16)}${']'.repeat(16)}}`;
    expect(store({ metadata_json }).metadata_json).toBe(metadata_json);
  });
});

describe('a filter', () => {
  const retrieve = (filter: object) => parseRequest('facts', 'retrieve', { query: 'q', filter }).filter;
  const absent = { equals: null, in: [], exists: null, less_than: null, greater_than: null };

  it('is read with its conditions', () => {
    const metadata = [
      { key: 'a', equals: '' },
      { key: 'b', in: ['x', 'y'] },
      { key: 'c', exists: false },
      { key: 'd', less_than: '5', in: [] },
    ];
    expect(retrieve({ metadata, tags_any: ['t'] })).toEqual({
      metadata: [
        { ...absent, key: 'a', equals: '' },
        { ...absent, key: 'b', in: ['x', 'y'] },
        { ...absent, key: 'c', exists: false },
        { ...absent, key: 'd', less_than: '5' },
      ],
      tags_any: ['t'],
      tags_all: [],
    });
  });

  it.each([
    [{ key: 'a', in: [] }, 'filter.metadata[0].in: must not be empty'],
    [{ key: 'a' }, 'filter.metadata[0]: must have one of equals, in, exists, less_than, greater_than, got none'],
    [
      { key: 'a', exists: true, less_than: '1' },
      'filter.metadata[0]: must have one of equals, in, exists, less_than, greater_than, got exists and less_than',
    ],
    [{ equals: 'x' }, 'filter.metadata[0].key: is required'],
    [{ key: 'a', equals: 5 }, 'filter.metadata[0].equals: must be text, got a number'],
    [{ key: 'a', greater_than: 'x'.repeat(65) }, 'filter.metadata[0].greater_than: must be at most 64 bytes, got 65'],
  ])('refuses a condition by name: %j', (condition, message) => {
    expect(() => retrieve({ metadata: [condition] })).toThrow(message);
  });

  it('has at most sixteen conditions and short tags', () => {
    const metadata = Array.from({ length: 17 }, () => ({ key: 'a', exists: true }));
    expect(() => retrieve({ metadata })).toThrow('filter.metadata: must have at most 16 entries, got 17');
    expect(() => retrieve({ tags_all: ['x'.repeat(257)] })).toThrow('filter.tags_all[0]: must be at most 256 bytes, got 257');
  });
});
