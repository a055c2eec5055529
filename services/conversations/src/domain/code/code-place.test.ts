import type { CodePlace } from '@agent-mem/service-kit';
import { expect, test } from 'vitest';
import { codePlace, isAt } from './code-place.ts';

const none = { file: null, symbol: null, start_line: null, end_line: null, commit: null };
const read = (reference: string, given: Partial<CodePlace> = {}) => codePlace({ reference, ...none, ...given });

test.each<[string, Partial<CodePlace>]>([
  ['AuthService', { symbol: 'AuthService' }],
  ['AuthService.login', { symbol: 'AuthService.login' }],
  ['AuthService::login', { symbol: 'AuthService::login' }],
  ['src/auth.ts', { file: 'src/auth.ts' }],
  ['auth.ts', { file: 'auth.ts' }],
  ['./src/auth.ts#AuthService', { file: 'src/auth.ts', symbol: 'AuthService' }],
  ['src/auth.ts:AuthService.login', { file: 'src/auth.ts', symbol: 'AuthService.login' }],
  ['tests/a.py::test_x', { file: 'tests/a.py', symbol: 'test_x' }],
  ['src/auth.ts:10-20', { file: 'src/auth.ts', start_line: 10, end_line: 20 }],
  ['src/auth.ts:10:5', { file: 'src/auth.ts', start_line: 10, end_line: 10 }],
  ['src/auth.ts#L10-L20', { file: 'src/auth.ts', start_line: 10, end_line: 20 }],
  ['C:\\src\\auth.ts', { file: 'C:/src/auth.ts' }],
])('%s is read as people mean it', (reference, expected) => {
  expect(read(reference)).toEqual({ ...none, ...expected });
});

test('members say it instead of their part of the text', () => {
  expect(read('src/auth.ts:10-20', { start_line: 12, commit: 'abc' })).toMatchObject({
    start_line: 12,
    end_line: 12,
    commit: 'abc',
  });
  expect(read('', { file: 'a.ts', symbol: 'f' })).toMatchObject({ file: 'a.ts', symbol: 'f' });
});

test.each<[string, string, Partial<CodePlace>]>([
  ['reference: is required, or file, or symbol', ' ', {}],
  ['start_line: is required with end_line', 'a.ts', { end_line: 3 }],
  ['end_line: must be at least start_line, 9, got 3', 'a.ts:9', { end_line: 3 }],
])('%s', (message, reference, given) => {
  expect(() => read(reference, given)).toThrow(message);
});

test.each([
  ['AuthService', 'src/auth.ts#AuthService', true],
  ['AuthService', 'AuthService.login', true],
  ['login', 'AuthService.login(user: User)', true],
  ['AuthService.login', 'src/auth.ts::AuthService::login', true],
  ['AuthService.login', 'AuthService', false],
  ['Auth', 'AuthService', false],
  ['authservice', 'AuthService', false],
  ['auth.ts', 'src/auth.ts#AuthService', true],
  ['th.ts', 'src/auth.ts', false],
  ['src/auth.ts', 'AuthService', false],
  ['src/auth.ts:15', 'src/auth.ts:10-20', true],
  ['src/auth.ts:21-30', 'src/auth.ts:10-20', false],
  ['src/auth.ts:21-30', 'src/auth.ts#AuthService', true],
])('who asks for %s finds %s: %s', (asked, stored, isFound) => {
  expect(isAt(read(stored), read(asked))).toBe(isFound);
});

test('a commit finds itself alone', () => {
  const stored = read('a.ts', { commit: 'c1' });
  expect([isAt(stored, read('a.ts')), isAt(stored, stored), isAt(stored, read('a.ts', { commit: 'c2' }))]).toEqual([
    true,
    true,
    false,
  ]);
});
