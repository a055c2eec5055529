import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { passingState } from './passing-state.ts';

test.each([
  ['ref: refs/heads/main\n', null, null],
  ['ref: refs/heads/main\n', 'index.lock', 'the repository is locked by another git (.git/index.lock)'],
  [
    'ref: refs/heads/main\n',
    'MERGE_HEAD',
    'the repository is in the middle of a merge, rebase, revert or bisect (.git/MERGE_HEAD)',
  ],
  ['0192f3b0\n', null, 'HEAD is detached: check out a branch'],
])('a repository with HEAD %j and %j', async (head, mark, state) => {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'vault-'));
  expect(await passingState(directory.path)).toBeNull();
  const git = join(directory.path, '.git');
  await mkdir(git);
  await writeFile(join(git, 'HEAD'), head);
  if (mark !== null) await writeFile(join(git, mark), '');
  expect(await passingState(directory.path)).toBe(state);
});
