import { expect, it } from 'vitest';
import { fileFailure, folderFailure, isUnwritable } from './file-failure.ts';

const failed = (code: string) => Object.assign(new Error(`${code}: of the system`), { code, syscall: 'open' });

it('says in words why a file cannot be read or written', () => {
  expect(fileFailure(failed('EROFS'))).toBe('its disk is read-only');
  expect(fileFailure(failed('ENOENT'))).toBe('its folder is not there');
  expect(fileFailure(failed('EMLINK'))).toBe('EMLINK: of the system');
  expect(fileFailure(new Error('the scope is gone'))).toBeNull();
});

it('says in words why a folder cannot be made or written', () => {
  expect(folderFailure(failed('EACCES'))).toBe('this user may not');
  expect(folderFailure(failed('ENOENT'))).toBe('no folder can be made there');
  expect(folderFailure(failed('EEXIST'))).toBe('it is no folder');
  expect(folderFailure(new Error('the scope is gone'))).toBeNull();
});

it('knows a file that takes no writes for now', () => {
  expect(['ENOSPC', 'EROFS', 'EIO', 'ENOENT'].map((code) => isUnwritable(failed(code)))).toEqual([true, true, false, false]);
  expect(isUnwritable('ENOSPC')).toBe(false);
});
