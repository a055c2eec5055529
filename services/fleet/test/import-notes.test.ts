import { chmodSync, rmSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scopeOf } from '@agent-mem/contract';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importFile } from '../src/formats/import-file.ts';

/** To an administrator no folder is closed. */
const isAdministrator = process.getuid?.() === 0;

describe('a folder of notes', () => {
  let directory: TemporaryDirectory;
  let notes: string;
  const put = async (path: string, text: string) => {
    await mkdir(join(directory.path, path, '..'), { recursive: true });
    await writeFile(join(directory.path, path), text);
  };
  async function imported(report: () => void = () => undefined) {
    const skipped: string[] = [];
    const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
    const wish = { path: notes, from: 'markdown', scope };
    const counts = await importFile(wish, null, {
      skip: (at, reason) => void skipped.push(`${at}: ${reason}`),
      quarantine: () => undefined,
      report,
    });
    return { facts: counts.facts, skipped };
  }
  beforeEach(async () => {
    directory = await temporaryDirectory();
    notes = join(directory.path, 'notes');
    await put('notes/a.md', 'One');
    await put('notes/sub/b.markdown', 'Two');
    await put('notes/sub/picture.png', 'no note');
  });
  afterEach(() => directory[Symbol.asyncDispose]());

  it('is taken with the folders in it', async () => {
    expect(await imported()).toEqual({ facts: 2, skipped: [] });
  });

  it('may have links to folders: they are reported, and not followed', async () => {
    await put('elsewhere/secret.md', 'Three');
    await symlink('../elsewhere', join(notes, 'link'));
    await symlink('..', join(notes, 'sub', 'up'));
    expect(await imported()).toEqual({
      facts: 2,
      skipped: ['link', 'sub/up'].map((at) => `${at}: is a link to a folder, which is not followed`),
    });
  });

  it('may have a link to a note, and one that leads nowhere is reported', async () => {
    await put('elsewhere/shared.md', 'Three');
    await symlink('../elsewhere/shared.md', join(notes, 'shared.md'));
    await symlink('gone.md', join(notes, 'broken.md'));
    expect(await imported()).toEqual({ facts: 3, skipped: ['broken.md: is a link that leads nowhere'] });
  });

  it('may lose a note before it is read: it is reported, and the rest is taken', async () => {
    await put('notes/z.md', 'Three');
    const gone = () => rmSync(join(notes, 'sub/b.markdown'), { force: true });
    expect(await imported(gone)).toEqual({ facts: 2, skipped: ['sub/b.markdown: cannot be read: ENOENT'] });
  });

  it.skipIf(isAdministrator)('may have a folder that is closed: it is reported, and the rest is taken', async () => {
    await put('notes/closed/c.md', 'Three');
    chmodSync(join(notes, 'closed'), 0);
    expect(await imported()).toEqual({ facts: 2, skipped: ['closed: cannot be read: EACCES'] });
    chmodSync(join(notes, 'closed'), 0o700);
  });

  it('may have a folder that is named as a note', async () => {
    await put('notes/folder.md/d.md', 'Three');
    expect(await imported()).toEqual({ facts: 3, skipped: [] });
  });
});
