import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('make-part.sh', import.meta.url));
const installing = 'Installing a thing into TOOLS\n';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'agent-mem-'));
  writeFileSync(join(folder, 'list.txt'), 'one\n');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a part of the tools folder', () => {
  it('is left as it is where nothing has changed', () => {
    expect(make('mkdir a-thing; echo 1 > a-thing/version')).toBe(`${installing}1\n`);
    expect(make('mkdir a-thing; echo 1 > a-thing/version')).toBe('1\n');
  });

  it('is made anew, without what it had, where its lines have changed', () => {
    make('mkdir a-thing; echo 1 > a-thing/version; touch a-thing/old');
    expect(make('mkdir a-thing; echo 2 > a-thing/version', 'ls a-thing')).toBe(`${installing}version\n`);
  });

  it('is made anew where a file that it names has changed', () => {
    make('mkdir a-thing; cp "$here/list.txt" a-thing/version');
    writeFileSync(join(folder, 'list.txt'), 'two\n');
    expect(make('mkdir a-thing; cp "$here/list.txt" a-thing/version')).toBe(`${installing}two\n`);
  });

  it('is made anew where it is gone, and where it has no stamp', () => {
    const version = 'mkdir a-thing; echo 1 > a-thing/version';
    make(version);
    expect(make(version, 'cat a-thing/version', 'rm -r "$tools/a-thing"')).toBe(`${installing}1\n`);
    expect(make(version, 'cat a-thing/version', 'rm -r "$tools/made"')).toBe(`${installing}1\n`);
  });

  it('is made anew after an install that failed', () => {
    expect(() => make('mkdir a-thing; false; echo 1 > a-thing/version')).toThrow();
    expect(make('mkdir a-thing; echo 1 > a-thing/version')).toBe(`${installing}1\n`);
    expect(() => make('mkdir a-thing; false; echo 1 > a-thing/version')).toThrow();
    expect(make('mkdir a-thing; echo 1 > a-thing/version')).toBe(`${installing}1\n`);
  });
});

/** What a run prints that makes a part with these lines, and then shows it. */
function make(lines: string, show = 'cat a-thing/version', before = ''): string {
  const run = `set -euo pipefail; tools=$1/tools here=$1; . "$2"; mkdir -p "$tools"; ${before}
    make_a_thing() { ${lines}; }
    make_part a-thing 'a thing' mkdir list.txt
    cd "$tools"; ${show}`;
  return execFileSync('bash', ['-c', run, 'bash', folder, script], { encoding: 'utf8', stdio: 'pipe' }).replace(
    join(folder, 'tools'),
    'TOOLS',
  );
}
