import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseRequest } from '../validation/validate.ts';
import { requestHash } from './request-hash.ts';

const store = (members: object) => requestHash('facts', 'store', parseRequest('facts', 'store', { content: 'c', ...members }));

test('a request without members of a later version has the hash that 0.1.0 stored', () => {
  // As 0.1.0 wrote it: every member that it knew, by name.
  const known =
    '{"collection":"default","confidence":null,"content":"c","conversation_id":null,"embedder":null,"embedding":[],"evidence":null,' +
    '"metadata":{},"object":null,"predicate":null,"source":"","subject":null,"timestamp":null,"trust":"user","user":"default",' +
    '"valid_from":null,"valid_to":null,"visibility":"scope","workspace":"default"}';
  expect(store({})).toBe(createHash('sha256').update(`facts.store:${known}`).digest('hex'));
  expect(store({ metadata_json: '', visibility: 'scope', trust: null })).toBe(store({}));
  expect(store({ visibility: 'conversation' })).not.toBe(store({}));
});

test('a member of a later version counts where it says something', () => {
  expect(store({ metadata_json: '{"n":1}' })).not.toBe(store({ metadata: { n: '1' } }));
  expect(store({ metadata_json: '{"n":1}' })).toBe(store({ metadata_json: '{ "n": 1 }' }));
});
