import { readDocument, type VaultDocument } from '../document/document.ts';
import { MalformedFile } from '../document/malformed-file.ts';
import { bareId } from '../layout/entry-id.ts';
import { isEntryFile, type PlaceOfPath, placeOfPath } from '../layout/place-of-path.ts';
import type { KnownFile, Snapshot } from '../snapshot/snapshot.ts';
import type { VaultFiles } from '../snapshot/vault-files.ts';

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
      readonly document: VaultDocument;
    }
  | { readonly change: 'removed'; readonly known: KnownFile }
  | { readonly change: 'unreadable'; readonly path: string; readonly line: number | null; readonly reason: string };

function lineOfId(text: string): number {
  return text.split('\n').findIndex((line) => line.startsWith('id:')) + 1;
}

/** Of so many files nearly all that are gone are a disk that is away rather than a person's wish. Memory may have written a few anew meanwhile. */
const fewFiles = 10;
const nearlyAll = 0.9;

/** Files that are read at the same time. */
const readAtOnce = 16;

/**
 * What differs from the snapshot at these paths. A file of a known id at another path was moved: it is `edited`, with its text as it is. A file of an id that the
 * snapshot does not know is no change: it is memory's own, or of another memory.
 */
export async function handChanges(
  paths: Iterable<string>,
  snapshot: Snapshot,
  files: VaultFiles,
): Promise<readonly HandChange[]> {
  const changes: HandChange[] = [];
  const missing: KnownFile[] = [];
  const byBareId = new Map([...snapshot.files()].map((known) => [bareId(known.id), known]));
  for await (const { path, place, file } of entryFiles(new Set(paths), files)) {
    const known = snapshot.ofPath(path);
    if (file.state === 'refused') changes.push({ change: 'unreadable', path: file.place, line: file.line, reason: file.reason });
    else if (file.state === 'missing') missing.push(...(known ? [known] : []));
    else if (file.sha256 !== known?.sha256) {
      try {
        const document = readDocument(file.text);
        const { id } = document.members;
        const own = known ?? (typeof id === 'string' ? byBareId.get(id) : undefined);
        const isCopy = own !== undefined && !known && (await files.read(own.path)).state !== 'missing';
        if (isCopy) {
          const reason = `${own.path} has the same id; without its id this file would be a fact of its own`;
          changes.push({ change: 'unreadable', path, line: lineOfId(file.text), reason });
        } else if (own)
          changes.push({ change: 'edited', known: own, path, place, sha256: file.sha256, text: file.text, document });
        else if (id === undefined) changes.push({ change: 'added', path, place, sha256: file.sha256, document });
      } catch (error) {
        if (!(error instanceof MalformedFile)) throw error;
        changes.push({ change: 'unreadable', path, line: error.line, reason: error.message });
      }
    }
  }
  const moved = new Set(changes.flatMap((each) => (each.change === 'edited' ? [each.known.id] : [])));
  const removed = missing.filter(({ id }) => !moved.has(id)).map((known) => ({ change: 'removed', known }) as const);
  if (removed.length > 0 && snapshot.size >= fewFiles && (await areNearlyAllGone(snapshot, files))) {
    const reason = `nearly all of ${snapshot.size} files are gone: nothing is deleted for that`;
    return [...changes, { change: 'unreadable', path: 'entries', line: null, reason }];
  }
  return [...changes, ...removed];
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
  for (let from = 0; from < entries.length; from += readAtOnce) {
    const some = entries.slice(from, from + readAtOnce);
    yield* await Promise.all(some.map(async (each) => ({ ...each, file: await files.read(each.path) })));
  }
}
