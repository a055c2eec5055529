import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ContentFiles } from './content-files.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'content-files-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

it('a sweep removes content that nobody needs, and nothing that is not content', () => {
  const needed = 'a'.repeat(64);
  const orphan = 'b'.repeat(64);
  for (const name of [needed, orphan, 'x.incoming', 'agent-mem.sqlite', 'agent-mem.sqlite-wal', 'notes.txt']) {
    writeFileSync(join(directory, name), 'content');
  }
  new ContentFiles(directory).sweep((hash) => hash === needed);
  expect(readdirSync(directory).sort()).toEqual([needed, 'agent-mem.sqlite', 'agent-mem.sqlite-wal', 'notes.txt'].sort());
});
