import { readdir, readFile } from 'node:fs/promises';
import { join, matchesGlob } from 'node:path';

interface Pattern {
  readonly glob: string;
  readonly includes: boolean;
}

/** The files that a build of this folder sees, as paths from it: all but those that its `.dockerignore` leaves out. The last line that fits decides. */
export async function buildContext(root: string): Promise<readonly string[]> {
  const text = await readFile(join(root, '.dockerignore'), 'utf8');
  const patterns = text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ glob: line.replace(/^!/, ''), includes: line.startsWith('!') }));
  return await filesBelow(root, '', patterns);
}

async function filesBelow(root: string, folder: string, patterns: readonly Pattern[]): Promise<string[]> {
  const entries = await readdir(join(root, folder), { withFileTypes: true });
  const found = entries.map(async (entry): Promise<string[]> => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    const isSeen = !isIgnored(path, patterns);
    if (!entry.isDirectory()) return isSeen ? [path] : [];
    const mayHoldMore = patterns.some(({ glob, includes }) => includes && glob.startsWith(`${path}/`));
    return isSeen || mayHoldMore ? await filesBelow(root, path, patterns) : [];
  });
  return (await Promise.all(found)).flat();
}

function isIgnored(path: string, patterns: readonly Pattern[]): boolean {
  const parts = path.split('/');
  const itAndItsFolders = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
  const decisive = patterns.findLast(({ glob }) => itAndItsFolders.some((one) => matchesGlob(one, glob)));
  return decisive !== undefined && !decisive.includes;
}
