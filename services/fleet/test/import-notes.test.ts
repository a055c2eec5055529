import type * as files from 'node:fs/promises';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scopeOf } from '@agent-mem/contract';
import { type TemporaryDirectory, temporaryDirectory } from '@agent-mem/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { importFile } from '../src/formats/import-file.ts';

/** The administrator may read everything, so that a mode closes nothing to a test that runs as one. */
vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof files>();
  const open =
    <Given extends readonly unknown[], Answer>(read: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      if (String(given[0]).includes('closed')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      return read(...given);
    };
  return { ...original, readdir: open(original.readdir as never), readFile: open(original.readFile as never) };
});

describe('a folder of notes', () => {
  let directory: TemporaryDirectory;
  let notes: string;
  const put = async (path: string, text: string) => {
    await mkdir(join(directory.path, path, '..'), { recursive: true });
    await writeFile(join(directory.path, path), text);
  };
  async function imported() {
    const skipped: string[] = [];
    const scope = scopeOf({ workspace: 'w', user: 'u', collection: 'c' });
    const wish = { path: notes, from: 'markdown', scope };
    const counts = await importFile(wish, null, {
      skip: (at, reason) => void skipped.push(`${at}: ${reason}`),
      quarantine: () => undefined,
      report: () => undefined,
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

  it('may have folders and notes that cannot be read: they are reported, and the rest is taken', async () => {
    await put('notes/closed/c.md', 'Three');
    await put('notes/sub/closed.md', 'Four');
    await put('notes/z.md', 'Five');
    expect(await imported()).toEqual({
      facts: 3,
      skipped: ['closed: cannot be read: EACCES', 'sub/closed.md: cannot be read: EACCES'],
    });
  });

  it('may have a folder that is named as a note', async () => {
    await put('notes/folder.md/d.md', 'Three');
    expect(await imported()).toEqual({ facts: 3, skipped: [] });
  });
});
