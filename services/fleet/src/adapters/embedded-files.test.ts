import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { embeddedDirectory } from './embedded-files.ts';

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
