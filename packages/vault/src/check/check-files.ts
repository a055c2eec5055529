import type { EntryNode } from '../document/entry-document.ts';
import { saysTheSame } from '../document/says-the-same.ts';
import type { VaultFiles } from '../snapshot/vault-files.ts';
import { readEntries } from './read-entries.ts';

/** What is wrong with a file, or with a node that should have one. */
export interface FileProblem {
  readonly problem: 'unreadable' | 'duplicate' | 'differs' | 'unknown' | 'missing';
  /** From the folder of the scope; `null`: there is no file. */
  readonly path: string | null;
  readonly line: number | null;
  readonly text: string;
}

/**
 * Compares the files of a scope with memory: each entry has one file that can be read and says what memory says.
 *
 * @param nodes all of memory that should have a file.
 */
export async function* checkFiles(files: VaultFiles, nodes: AsyncIterable<EntryNode>): AsyncIterable<FileProblem> {
  const inMemory = new Map<string, EntryNode>();
  for await (const node of nodes) inMemory.set(node.id, node);
  const seen = new Map<string, string>();
  for await (const read of readEntries(files)) {
    const { path } = read;
    if (!('entry' in read)) {
      yield { problem: 'unreadable', path, line: read.line, text: read.reason };
      continue;
    }
    const { entry } = read;
    const first = seen.get(entry.id);
    const node = inMemory.get(entry.id);
    if (first !== undefined) yield { problem: 'duplicate', path, line: null, text: `${first} has the same id` };
    else if (!node) yield { problem: 'unknown', path, line: null, text: 'memory has nothing of this id' };
    else if (!saysTheSame(entry, node)) yield { problem: 'differs', path, line: null, text: 'memory says something else' };
    seen.set(entry.id, first ?? path);
  }
  for (const { id } of inMemory.values())
    if (!seen.has(id)) yield { problem: 'missing', path: null, line: null, text: `${id} has no file` };
}
