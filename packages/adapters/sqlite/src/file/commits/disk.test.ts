import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { diskOf } from './disk.ts';

test('a data file is synced without being opened again, so that it needs no file descriptor then', async () => {
  await using directory = await temporaryDirectory();
  const path = join(directory.path, 'data');
  await writeFile(path, 'all');
  using disk = diskOf(path);
  await rename(path, `${path}.away`);
  await expect(disk.flush('file')).resolves.toBeUndefined();
  disk.flushNow('file');
});
