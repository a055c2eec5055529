import type { Scope } from '@agent-mem/contract';
import type { Logger } from '@agent-mem/runtime';
import type { Graph, GraphNode } from '@agent-mem/storage';
import { type RefusedFile, readSnapshot, type Snapshot, snapshotName, VaultFiles, writeSnapshot } from '@agent-mem/vault';
import { BegunNotes } from './take-in/begun-notes.ts';

/** The files of one scope, and the memory that they are of. */
export interface OpenScope {
  readonly scope: Scope;
  readonly files: VaultFiles;
  readonly snapshot: Snapshot;
  readonly begunNotes: BegunNotes;
  readonly graph: Graph;
  readonly log: Logger;
  /** Throws `LeaseLost` where another process may own the folder by now: it is called before each effect. */
  assertOwned(): void;
  /** What persons do to files is taken in. */
  readonly takesIn: boolean;
  /** Reports a place that is not written, and stays as it is. */
  leftAlone(refused: RefusedFile): void;
  /** Is called with each node whose file was written, or otherwise agrees with it now, and the paths that changed by it. */
  wrote(node: GraphNode, paths: readonly string[]): void;
  /** Is called with the path of each file that was removed because its node was erased for good. */
  erased(path: string): void;
  /** Stands in each file of a vault of all scopes; `null`: the vault has one scope. */
  readonly scopeName: string | null;
}

/** Opens the files of a scope. */
export async function openScope(folder: string, rest: Omit<OpenScope, 'files' | 'snapshot' | 'begunNotes'>): Promise<OpenScope> {
  const files = new VaultFiles(folder);
  return { ...rest, files, begunNotes: new BegunNotes(), snapshot: await readSnapshot(files.pathOf(snapshotName)) };
}

/** Makes what was written last, and notes it in the snapshot, which is what a start compares with. */
export async function saveScope({ assertOwned, files, snapshot }: OpenScope): Promise<void> {
  await files.sync();
  assertOwned();
  if (snapshot.isChanged) await writeSnapshot(files.pathOf(snapshotName), snapshot);
}
