import { expect, test } from 'vitest';
import { foldedError, readablePart, searchedError } from './error-text.ts';

test.each([
  ['numbers', 'Timed out after 3000 ms', 'Error: timed out after 15.5 ms', 'timed out after <n> ms'],
  ['paths', 'ENOENT: cannot open /var/lib/a.db', 'ENOENT: cannot open ./b.db', 'enoent: cannot open <path>'],
  ['paths of Windows', 'cannot open C:\\temp\\a.txt', 'cannot open D:\\b.txt', 'cannot open <path>'],
  ['quoted values', 'no column "price" in `sales`', 'no column “cost” in "orders"', 'no column <value> in <value>'],
  ['single quotes', "Unknown user 'anne'", "Unknown user 'o_brien'", 'unknown user <value>'],
  ['addresses of the web', 'GET https://a.example/x?y=1 failed', 'GET http://b.example failed', 'get <url> failed'],
  [
    'mail addresses',
    'cannot deliver to anne@example.org',
    'cannot deliver to bob.b@mail.example.com',
    'cannot deliver to <address>',
  ],
  ['ids', 'request req_8f3a21 was refused', 'request req_99b2c was refused', 'request <id> was refused'],
  ['UUIDs', 'no order 0190a0a0-0000-7000-8000-000000000000', 'no order 0190a0a1-1111-7000-8000-000000000000', 'no order <id>'],
  ['times', 'closed since 2026-05-07T09:30:00Z', 'closed since 2025-01-01 10:00', 'closed since <time>'],
  ['white space and case', ' Disk  is full\n', 'disk is FULL', 'disk is full'],
])('%s do not make another error', (_, one, other, folded) => {
  expect(foldedError(one)).toBe(folded);
  expect(foldedError(other)).toBe(folded);
});

test.each([
  ['HTTP 404', 'HTTP 500'],
  ['exit code 1', 'exit code 137'],
  ['status: 401', 'status: 403'],
  ['ORA-00942: no table', 'ORA-01017: no table'],
  ['TS2304: no name', 'TS2339: no name'],
  ['E0308 mismatched', 'E0382 mismatched'],
  ['no such file', 'no such table'],
  ["the user's door is shut", "the user's gate is shut"],
])('%s and %s are different errors', (one, other) => {
  expect(foldedError(one)).not.toBe(foldedError(other));
});

test('a trace does not make another error', () => {
  const at = (line: number) => `TypeError: x is not a function\n    at run (/app/a.js:${line}:7)\n    at main (/app/b.js:1:1)`;
  expect(foldedError(at(3))).toBe(foldedError(at(90)));
  const python = 'Traceback (most recent call last):\n  File "/app/a.py", line 3, in <module>\nKeyError: \'price\'';
  expect(foldedError(python)).toBe('traceback (most recent call last): keyerror: <value>');
});

test('a name of the system is searched by what it means', () => {
  expect(searchedError(foldedError('connect ECONNREFUSED 127.0.0.1:5432'))).toMatch(/^connect connection refused/);
  expect(searchedError(foldedError('the engine is cold'))).toBe('the engine is cold');
});

test('it is searched by its words, and shown as it was read, shortened', () => {
  expect(searchedError(foldedError('Error: connection to 10.0.0.7 refused'))).toBe('connection to refused');
  expect(searchedError(foldedError('42'))).toBe('<n>');
  expect(readablePart('Error: connection to 10.0.0.7 refused')).toBe('connection to 10.0.0.7 refused');
  expect([...readablePart('é'.repeat(5_000))]).toHaveLength(1_000);
});

test.each([
  ['quotes', "'".repeat(50_000)],
  ['slashes', '/'.repeat(50_000)],
  ['letters and dashes', 'a-'.repeat(25_000)],
  ['digits', '1.'.repeat(25_000)],
  ['spaces', ' '.repeat(50_000)],
])('it is not held up by 50,000 %s', (_, noise) => {
  expect(foldedError(`disk is full ${noise}`)).toMatch(/^disk is full/);
});
