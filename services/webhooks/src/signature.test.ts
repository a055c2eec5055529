import { expect, it } from 'vitest';
import { signedHeaders } from './signature.ts';

const key = Buffer.alloc(24, 1);
const idOf = (id: string) => signedHeaders(id, '{}', [key], 0)['webhook-id'];

it.each(['invocation-completed:inv_1', 'fact-stored:fact_1:2', 'a/b?c=d'])(
  'the header has the id %s as the body has it',
  (id) => {
    expect(idOf(id)).toBe(id);
  },
);

it('an id that no header carries is percent-encoded, and no other id is the same then', () => {
  expect(idOf('a b\n')).toBe('a%20b%0A');
  expect(idOf('a%20b%0A')).toBe('a%2520b%250A');
  expect(idOf('caf\u00e9')).toBe('caf%C3%A9');
  expect(idOf('\ud800')).toBe('%EF%BF%BD');
});
