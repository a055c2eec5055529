import { readText, replaceFile } from '@agent-mem/runtime';
import { isEntryFile, placeOfPath } from '../layout/place-of-path.ts';

/** What is known of a file that agrees with memory. */
export interface KnownFile {
  /** From the folder of the scope, with `/` between names. */
  readonly path: string;
  readonly id: string;
  /** Of the file's bytes, when it was written or taken in last. */
  readonly sha256: string;
  /** Of the node then. */
  readonly version: number;
}

/** The name of the snapshot's file in the folder of a scope. */
export const snapshotName = 'memory_index.json';

const format = 1;

/** The files of one scope that agree with memory, by node and by path. */
export class Snapshot {
  readonly #byId = new Map<string, KnownFile>();
  readonly #byPath = new Map<string, KnownFile>();
  /** Marks of purges whose files are gone, as `id version`. */
  readonly purges = new Set<string>();
  /** Something was changed since it was read or written. */
  isChanged = false;

  get size(): number {
    return this.#byId.size;
  }

  files(): IterableIterator<KnownFile> {
    return this.#byId.values();
  }

  ofNode(id: string): KnownFile | null {
    return this.#byId.get(id) ?? null;
  }

  ofPath(path: string): KnownFile | null {
    return this.#byPath.get(path.toLowerCase()) ?? null;
  }

  set(file: KnownFile): void {
    this.delete(file.id);
    this.#byId.set(file.id, file);
    this.#byPath.set(file.path.toLowerCase(), file);
    this.isChanged = true;
  }

  delete(id: string): void {
    const known = this.#byId.get(id);
    if (!known) return;
    this.#byId.delete(id);
    const holder = this.#byPath.get(known.path.toLowerCase());
    if (holder === known) this.#byPath.delete(known.path.toLowerCase());
    this.isChanged = true;
  }
}

/** Reads a snapshot. One that is missing, cut off or of another format is empty: what agrees is found again by reading the files. */
export async function readSnapshot(path: string): Promise<Snapshot> {
  const snapshot = new Snapshot();
  const { files, purges } = contentOf(await readText(path));
  for (const file of files) snapshot.set(file);
  for (const purge of purges) snapshot.purges.add(purge);
  snapshot.isChanged = false;
  return snapshot;
}

/** Writes a snapshot whole, durable when it resolves. */
export async function writeSnapshot(path: string, snapshot: Snapshot): Promise<void> {
  const files = [...snapshot.files()].map(({ path, id, sha256, version }) => [path, { id, sha256, version }] as const);
  snapshot.isChanged = false;
  await replaceFile(
    path,
    `${JSON.stringify({ version: format, purges: [...snapshot.purges], files: Object.fromEntries(files) }, null, 1)}\n`,
  );
}

interface SnapshotContent {
  readonly files: readonly KnownFile[];
  readonly purges: readonly string[];
}

function contentOf(text: string | null): SnapshotContent {
  try {
    const { version, files = {}, purges = [] } = JSON.parse(text ?? '{}') as SnapshotText;
    const known = Object.entries(files).map(([path, file]) => ({ path, ...file }));
    if (version === format && known.every(isKnownFile)) return { files: known, purges };
  } catch {
    // What is cut off is found again, like what is missing.
  }
  return { files: [], purges: [] };
}

/** The file lies in the folder, where a person can change it: a path in it must not lead out of the vault. */
function isKnownFile({ path, id, sha256, version }: KnownFile): boolean {
  const isInside = isEntryFile(path) && placeOfPath(path) !== null && !path.split('/').includes('..');
  return isInside && typeof id === 'string' && typeof sha256 === 'string' && Number.isSafeInteger(version);
}

/** What `writeSnapshot` writes. */
interface SnapshotText {
  readonly version?: number;
  readonly purges?: readonly string[];
  readonly files?: Readonly<Record<string, Omit<KnownFile, 'path'>>>;
}
