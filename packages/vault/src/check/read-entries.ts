import { readDocument } from '../document/document.ts';
import { type EntryNode, readEntry } from '../document/entry-document.ts';
import { MalformedFile } from '../document/malformed-file.ts';
import { undecided, undecidedLine } from '../document/merge-conflict.ts';
import { placeOfPath } from '../layout/place-of-path.ts';
import { readSnapshot, snapshotName } from '../snapshot/snapshot.ts';
import type { VaultFiles } from '../snapshot/vault-files.ts';

/** A file as it could be read, or why it could not. */
export type ReadEntry =
  | { readonly path: string; readonly sha256: string; readonly entry: EntryNode; readonly scope: string | null }
  | { readonly path: string; readonly line: number | null; readonly reason: string };

/** Of a file that a person has written, which has no id yet. */
const notTakenIn = 'it has no id: memory has not taken it in; START_WATCHER=true does, and the log says why it could not';

/** Of such a file in a folder where no entry lies, such as one below `facts/`. */
const liesElsewhere =
  'it has no id, and memory takes in no file of this folder: move it to facts/, turns/user/ or turns/assistant/ of a conversation, or of global/';

/** Reads every file of a scope that may be an entry. */
export async function* readEntries(files: VaultFiles): AsyncIterable<ReadEntry> {
  const snapshot = await readSnapshot(files.pathOf(snapshotName));
  for await (const path of files.paths()) {
    const file = await files.read(path);
    if (file.state === 'refused') yield { path, line: file.line, reason: file.reason };
    if (file.state !== 'text') continue;
    try {
      const line = undecidedLine(file.text);
      // A fact may speak of merges: then the file is as memory wrote it.
      if (line !== null && snapshot.ofPath(path)?.sha256 !== file.sha256) throw new MalformedFile(line, undecided);
      const { id, scope } = readDocument(file.text).members;
      if (id === undefined) yield { path, line: null, reason: placeOfPath(path) ? notTakenIn : liesElsewhere };
      else yield { path, sha256: file.sha256, entry: readEntry(file.text), scope: typeof scope === 'string' ? scope : null };
    } catch (error) {
      if (!(error instanceof MalformedFile)) throw error;
      yield { path, line: error.line, reason: error.message };
    }
  }
}
