import { expect, it } from 'vitest';
import { writeFailure } from './write-failure.ts';

const failed = (code: string) => Object.assign(new Error(`${code}: of the system`), { code, syscall: 'open' });

it('says in words why a file cannot be written', () => {
  expect(writeFailure(failed('EROFS'))).toBe('its disk is read-only');
  expect(writeFailure(failed('ENOENT'))).toBe('its folder is not there');
  expect(writeFailure(failed('EMLINK'))).toBe('EMLINK: of the system');
  expect(writeFailure(new Error('the scope is gone'))).toBeNull();
});
