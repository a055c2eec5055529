import { resolve } from 'node:path';
import { systemClock } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import { embeddedDirectory, embeddedFiles } from './embedded-files.ts';

describe('the directory of a sqlite: URL', () => {
  it.each([
    ['sqlite:', resolve('./data')],
    ['sqlite:./other', resolve('./other')],
    ['sqlite:/srv/memory', '/srv/memory'],
    ['sqlite:///srv/memory', '/srv/memory'],
    ['sqlite:///srv/two%20words', '/srv/two words'],
  ])('%s', (url, directory) => {
    expect(embeddedDirectory(url, './data')).toBe(directory);
  });
});

describe.skipIf(process.platform !== 'linux')('a folder that no disk is behind', () => {
  it.each([
    ['/proc', 'DATA_DIR /proc cannot hold files: no disk is behind it. Set DATA_DIR to a folder on a disk'],
    ['/proc/agent-mem/data', '/proc/agent-mem/data cannot hold the data: no folder can be made there (set another DATA_DIR)'],
    ['/dev/null', '/dev/null cannot hold the data: it is no folder (set another DATA_DIR)'],
  ])('%s ends the start with one sentence', async (directory, sentence) => {
    await using files = embeddedFiles({ dataDirectory: directory, clock: systemClock });
    await expect(files.open('sqlite:')).rejects.toThrow(sentence);
  });
});
