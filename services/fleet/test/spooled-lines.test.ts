import { join } from 'node:path';
import { temporaryDirectory } from '@agent-mem/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { spooled } from '../src/maintenance/spooled-lines.ts';

afterEach(() => vi.unstubAllEnvs());

async function* lines() {
  yield '{}';
}

test('an archive that finds no folder for temporary files is refused by a sentence that names it and the cure', async () => {
  await using directory = await temporaryDirectory();
  const folder = join(directory.path, 'gone');
  vi.stubEnv('TMPDIR', folder);
  await expect(spooled(lines())).rejects.toMatchObject({
    type: 'failed-precondition',
    message: `A file in ${folder}, the folder for temporary files, cannot be written: its folder is not there. Make room there, or set TMPDIR to another folder`,
  });
});
