import { mkdtempDisposable, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Snapshot } from '../snapshot/snapshot.ts';
import { VaultFiles } from '../snapshot/vault-files.ts';
import { handChanges } from './hand-changes.ts';

const pathOf = (index: number) => `entries/global/facts/${index}.md`;

/** What is seen of twenty files at these paths once some are gone. */
async function seen({ gone, at }: { readonly gone: number; readonly at: readonly number[] }) {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'vault-'));
  const files = new VaultFiles(directory.path);
  const snapshot = new Snapshot();
  for (let index = 0; index < 20; index += 1) {
    const sha256 = (await files.write(pathOf(index), `Number ${index}`, { state: 'missing' })) ?? '';
    snapshot.set({ path: pathOf(index), id: `fact_${index}`, sha256, version: 1 });
  }
  for (let index = 0; index < gone; index += 1) await rm(files.pathOf(pathOf(index)));
  const changes = await handChanges(at.map(pathOf), snapshot, files, 0);
  return changes.map((each) => (each.change === 'unreadable' ? each.reason : each.change));
}

it('a file that is gone is a fact that is to be deleted', async () => {
  expect(await seen({ gone: 2, at: [0, 1, 2] })).toEqual(['removed', 'removed']);
});

it.each([
  ['all of them', 20, [0, 1]],
  ['all but what memory has written anew', 19, [3]],
])('nothing is deleted for a folder that is gone, whichever files are noticed first: %s', async (_, gone, at) => {
  expect(await seen({ gone, at })).toEqual(['nearly all of 20 files are gone: nothing is deleted for that']);
});

/** What is seen of one new note, written so many milliseconds ago. */
async function seenOfNote(text: string, { ageMs = 60_000, path = 'entries/global/facts/note.md' } = {}) {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'vault-'));
  const files = new VaultFiles(directory.path);
  await files.write('entries/global/facts/first.md', 'The first', { state: 'missing' });
  const now = Date.UTC(2026, 0, 1);
  await writeFile(files.pathOf(path), text);
  await utimes(files.pathOf(path), (now - ageMs) / 1_000, (now - ageMs) / 1_000);
  const [seen] = await handChanges([path], new Snapshot(), files, now);
  return seen;
}

it.each([
  ['tags: home', 2, 'tags: must be a list of texts, such as [home, travel], got "home"'],
  ['by: Anne\ntags: [[home]]', 3, 'tags: must be a list of texts, such as [home, travel], got [["home"]]'],
  ['confidence: high', 2, 'confidence: must be a number from 0 to 1, got "high"'],
  ['metadata: rain', 2, 'metadata: must be members with values, got "rain"'],
  ['metadata_json: "{no json"', 2, 'metadata_json: must be the JSON of an object, as a text, got "{no json"'],
  ['valid_from: [2026]', 2, 'valid_from: must be a text, got [2026]'],
])('a member of another form is refused with its name and line: %j', async (matter, line, reason) => {
  const path = 'entries/global/facts/note.md';
  expect(await seenOfNote(`---\n${matter}\n---\nIt rains\n`)).toEqual({ change: 'unreadable', path, line, reason });
});

it.each([
  ['in the text', 'The hall is warm\n<<<<<<< HEAD\nAnne is in Nice\n=======\nAnne is in Rome\n>>>>>>> other\n', 2],
  ['in the front matter', '---\ntags:\n<<<<<<< HEAD\n  - a\n=======\n  - b\n>>>>>>> other\n---\nIt rains\n', 3],
  ['of which one line is left', '---\nby: Anne\n---\nAnne is in Rome\r\n>>>>>>> other\r\n', 5],
])('a merge that left both texts is refused, and never learned: %s', async (_, text, line) => {
  expect(await seenOfNote(text)).toMatchObject({ change: 'unreadable', line, reason: expect.stringContaining('choose one') });
});

it('what only looks like a merge is a text like any other', async () => {
  expect(await seenOfNote('Chapter\n=======\n<<<<<<<<< is an arrow, and\n    <<<<<<< HEAD\nbegins a conflict')).toMatchObject({
    change: 'added',
  });
});

it('a note is looked at again until nobody has written to it for a while, and one of the future is not waited for', async () => {
  expect(await seenOfNote('Anne lives', { ageMs: 1_900 })).toMatchObject({ change: 'unsettled' });
  expect(await seenOfNote('Anne lives', { ageMs: 2_000 })).toMatchObject({ change: 'added' });
  expect(await seenOfNote('Anne lives', { ageMs: -60_000 })).toMatchObject({ change: 'added' });
});

it('a note with an id of its own is reported, not passed over', async () => {
  const zettel = '---\nid: "20260101"\n---\nIt rains\n';
  expect(await seenOfNote(zettel)).toMatchObject({ change: 'unknown', line: 2, id: null });
});

it('a name in capitals is Markdown too, and what is hidden is an editor’s', async () => {
  expect(await seenOfNote('It rains', { path: 'entries/global/facts/NOTE.MD' })).toMatchObject({ change: 'added' });
  expect(await seenOfNote('It rains', { path: 'entries/global/facts/.draft.md' })).toBeUndefined();
});

const uuid = '0192f3b0-0000-7000-8000-000000000001';
const [first, other] = ['entries/global/facts/first.md', 'entries/global/facts/other.md'];

/** What is seen where the text of a known file stands in another one, written so many milliseconds ago, and the known one is gone or is not. */
async function seenOfMove({ ageMs, isGone }: { readonly ageMs: number; readonly isGone: boolean }) {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'vault-'));
  const files = new VaultFiles(directory.path);
  const text = `---\nid: ${uuid}\n---\nAnne lives in Nice\n`;
  const sha256 = (await files.write(first, text, { state: 'missing' })) ?? '';
  const snapshot = new Snapshot();
  snapshot.set({ path: first, id: `fact_${uuid}`, sha256, version: 1 });
  await writeFile(files.pathOf(other), text);
  const now = Date.UTC(2026, 0, 1);
  await utimes(files.pathOf(other), (now - ageMs) / 1_000, (now - ageMs) / 1_000);
  if (isGone) await rm(files.pathOf(first));
  return await handChanges([first, other], snapshot, files, now);
}

it('a file that was moved is edited, and its fact is not deleted', async () => {
  const seenThen = await seenOfMove({ ageMs: 60_000, isGone: true });
  expect(seenThen).toMatchObject([{ change: 'edited', path: other, known: { path: first, id: `fact_${uuid}` } }]);
});

it('while another file is just being written nothing is deleted: it may be what a missing one has become', async () => {
  const seenThen = await seenOfMove({ ageMs: 1_000, isGone: true });
  expect(seenThen.map((each) => [each.change, 'path' in each && each.path])).toEqual([
    ['unsettled', other],
    ['unsettled', first],
  ]);
});

it('a copy with the id of a file that is there is refused with its line, and changes no fact', async () => {
  const reason = `${first} has the same id; without its id this file would be a fact of its own`;
  expect(await seenOfMove({ ageMs: 60_000, isGone: false })).toEqual([{ change: 'unreadable', path: other, line: 2, reason }]);
});
