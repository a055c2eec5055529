/** What a path says of the file that lies there. */
export interface PlaceOfPath {
  /** The folder of its conversation. */
  readonly folder: string;
  readonly kind: 'fact' | 'turn' | 'summary' | 'conversation';
  /** Of a turn: who speaks, as the folder is named. */
  readonly role: string | null;
  readonly isDeleted: boolean;
}

const shape =
  /^entries\/([^/]+)\/(?:(deleted)\/)?(?:(facts)\/[^/]+|turns\/([^/]+)\/[^/]+|(summaries)\/(?:L[123]\/)?[^/]+|(conversation)\.md)$/;

/** What a path from the folder of a scope says; `null`: no entry lies there. */
export function placeOfPath(path: string): PlaceOfPath | null {
  const [, folder, deleted, fact, role, summary] = shape.exec(path) ?? [];
  if (folder === undefined) return null;
  const kind = fact ? 'fact' : role ? 'turn' : summary ? 'summary' : 'conversation';
  return { folder, kind, role: role ?? null, isDeleted: deleted !== undefined };
}

/** A file of a conflict lies beside the file that it is about. */
const conflict = /\.conflict-[0-9a-f]{8}\.md$/;

/** What is hidden is an editor's or the file system's. */
const hidden = /\/\./;

/** Whether the vault looks at a file: Markdown, not hidden, and none of its own notes of conflicts. */
export function isEntryFile(path: string): boolean {
  return isVisibleNote(path) && !conflict.test(path);
}

/** Whether a file is a text of a person that did not win. */
export function isConflictFile(path: string): boolean {
  return isVisibleNote(path) && conflict.test(path);
}

function isVisibleNote(path: string): boolean {
  return path.startsWith('entries/') && /\.md$/i.test(path) && !hidden.test(path);
}

/** Where the text goes that did not win. */
export function conflictPath(path: string, sha256: string): string {
  return path.replace(/\.md$/i, `.conflict-${sha256.slice(0, 8)}.md`);
}

/** The file beside which a text lies that did not win. */
export function pathOfConflict(path: string): string {
  return path.replace(conflict, '.md');
}
