import { batchesOf } from '@agent-mem/contract';
import { readDocument, type VaultDocument } from '../document/document.ts';
import { entryIn } from '../document/entry-document.ts';
import { lineOfMember } from '../document/line-of-member.ts';
import { MalformedFile } from '../document/malformed-file.ts';
import { undecided, undecidedLine } from '../document/merge-conflict.ts';
import { bareId } from '../layout/entry-id.ts';
import { isEntryFile, type PlaceOfPath, placeOfPath } from '../layout/place-of-path.ts';
import type { KnownFile, Snapshot } from '../snapshot/snapshot.ts';
import type { TextFile, VaultFiles } from '../snapshot/vault-files.ts';
import { checkMembers } from './check-members.ts';

/** What a person did to a file. `place` says where it lies now. */
export type HandChange =
  | {
      readonly change: 'edited';
      readonly known: KnownFile;
      readonly path: string;
      readonly place: PlaceOfPath;
      readonly sha256: string;
      readonly text: string;
      readonly document: VaultDocument;
    }
  | {
      readonly change: 'added';
      readonly path: string;
      readonly place: PlaceOfPath;
      readonly sha256: string;
      /** Milliseconds since 1970: a later file of the same name and text is another one. */
      readonly modifiedAt: number;
      readonly document: VaultDocument;
    }
  | { readonly change: 'removed'; readonly known: KnownFile }
  /** The snapshot knows no such id: it is memory's own file, or of another memory. `id` is of a node; `null`: the front matter is of no entry. */
  | { readonly change: 'unknown'; readonly path: string; readonly line: number | null; readonly id: string | null }
  /** It was written to a moment ago, and may be half written. */
  | { readonly change: 'unsettled'; readonly path: string }
  | { readonly change: 'unreadable'; readonly path: string; readonly line: number | null; readonly reason: string };

/** A change of one kind. */
export type HandChangeOf<Kind extends HandChange['change']> = Extract<HandChange, { readonly change: Kind }>;

/** Of so many files nearly all that are gone are a disk that is away rather than a person's wish. Memory may have written a few anew meanwhile. */
const fewFiles = 10;
const nearlyAll = 0.9;

/** Files that are read at the same time. */
const readAtOnce = 16;

/** How long a file must not have been written to. A new one waits longer: it gets another name, and a program that still writes it would write to no file. */
const quietMs = { known: 300, new: 2_000 };

/**
 * What differs from the snapshot at these paths. A file of a known id at another path was moved: it is `edited`, with its text as it is.
 *
 * @param now milliseconds since 1970.
 */
export async function handChanges(
  paths: Iterable<string>,
  snapshot: Snapshot,
  files: VaultFiles,
  now: number,
): Promise<readonly HandChange[]> {
  const changes: HandChange[] = [];
  const missing: KnownFile[] = [];
  const byBareId = new Map([...snapshot.files()].map((known) => [bareId(known.id), known]));
  for await (const { path, place, file } of entryFiles(new Set(paths), files)) {
    const known = snapshot.ofPath(path);
    if (file.state === 'refused') changes.push({ change: 'unreadable', path: file.place, line: file.line, reason: file.reason });
    else if (file.state === 'missing') missing.push(...(known ? [known] : []));
    else if (file.sha256 === known?.sha256) continue;
    else if (isWritten(file.modifiedAt, quietMs[known ? 'known' : 'new'], now)) changes.push({ change: 'unsettled', path });
    else changes.push(await changeOfText({ path, place, file }, known, byBareId, files));
  }
  // What is written just now may be what a missing file has become.
  if (changes.some(({ change }) => change === 'unsettled'))
    return [...changes, ...missing.map(({ path }) => ({ change: 'unsettled', path }) as const)];
  const moved = new Set(changes.flatMap((each) => (each.change === 'edited' ? [each.known.id] : [])));
  const removed = missing.filter(({ id }) => !moved.has(id)).map((known) => ({ change: 'removed', known }) as const);
  if (removed.length > 0 && snapshot.size >= fewFiles && (await areNearlyAllGone(snapshot, files))) {
    const reason = `nearly all of ${snapshot.size} files are gone: nothing is deleted for that`;
    return [...changes, { change: 'unreadable', path: 'entries', line: null, reason }];
  }
  return [...changes, ...removed];
}

/** What a text says that differs from the snapshot. */
async function changeOfText(
  {
    path,
    place,
    file: { text, sha256, modifiedAt },
  }: { readonly path: string; readonly place: PlaceOfPath; readonly file: TextFile },
  knownHere: KnownFile | null,
  byBareId: ReadonlyMap<string, KnownFile>,
  files: VaultFiles,
): Promise<HandChange> {
  try {
    const line = undecidedLine(text);
    if (line !== null) throw new MalformedFile(line, undecided);
    const document = readDocument(text);
    if (place.kind === 'fact') checkMembers(document.members, text);
    const { id } = document.members;
    const known = knownHere ?? (typeof id === 'string' ? byBareId.get(id) : undefined);
    if (known && !knownHere && (await files.read(known.path)).state !== 'missing') {
      const reason = `${known.path} has the same id; without its id this file would be a fact of its own`;
      return { change: 'unreadable', path, line: lineOfMember(text, 'id'), reason };
    }
    if (known) return { change: 'edited', known, path, place, sha256, text, document };
    if (id === undefined) return { change: 'added', path, place, sha256, modifiedAt, document };
    return { change: 'unknown', path, line: lineOfMember(text, 'id'), id: entryIn(text)?.id ?? null };
  } catch (error) {
    if (!(error instanceof MalformedFile)) throw error;
    return { change: 'unreadable', path, line: error.line, reason: error.message };
  }
}

/** Whether a file may still be written. A time of the future is of a disk with another clock, which says nothing. */
function isWritten(modifiedAt: number, quietMs: number, now: number): boolean {
  return modifiedAt <= now && now - modifiedAt < quietMs;
}

/** Whether nearly no known file is there any more, also of those that no path names: a folder that goes is noticed file by file. */
async function areNearlyAllGone(snapshot: Snapshot, files: VaultFiles): Promise<boolean> {
  const most = snapshot.size * (1 - nearlyAll);
  let present = 0;
  for (const { path } of snapshot.files()) {
    if ((await files.read(path)).state !== 'missing') present += 1;
    if (present > most) return false;
  }
  return true;
}

/** The files at those paths where entries lie, in order. */
async function* entryFiles(paths: Iterable<string>, files: VaultFiles) {
  const entries = [...paths].flatMap((path) => {
    const place = isEntryFile(path) ? placeOfPath(path) : null;
    return place ? [{ path, place }] : [];
  });
  for (const some of batchesOf(entries, readAtOnce))
    yield* await Promise.all(some.map(async (each) => ({ ...each, file: await files.read(each.path) })));
}
