import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A note below a folder, or what of the folder cannot be taken. */
export interface FoundNote {
  /** From the folder on, as a report names it. */
  readonly at: string;
  readonly file: string;
  /** Why it is not read; `null`: it is a note to read. */
  readonly problem: string | null;
}

const isNote = (name: string) => /\.(md|markdown)$/i.test(name);

/** The notes of a file, or of a folder and all folders in it, in the order of their paths. */
export async function notesOf(path: string): Promise<readonly FoundNote[]> {
  if (!(await stat(path)).isDirectory()) return [{ at: path, file: path, problem: null }];
  const found = await Array.fromAsync(notesBelow(path, ''));
  return found.sort((one, other) => (one.at < other.at ? -1 : 1));
}

/** A link to a folder is not followed: it may lead out of the notes, or back to a folder that it is in. */
async function* notesBelow(folder: string, at: string): AsyncGenerator<FoundNote> {
  try {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const [file, path] = [join(folder, entry.name), join(at, entry.name)];
      if (entry.isDirectory()) yield* notesBelow(file, path);
      else if (entry.isSymbolicLink()) yield* linked(file, path);
      else if (isNote(entry.name)) yield { at: path, file, problem: entry.isFile() ? null : 'is no file' };
    }
  } catch (error) {
    yield { at: at || folder, file: folder, problem: unreadable(error) };
  }
}

async function* linked(file: string, at: string): AsyncGenerator<FoundNote> {
  const target = await stat(file).catch(() => null);
  if (target?.isDirectory()) yield { at, file, problem: 'is a link to a folder, which is not followed' };
  else if (isNote(file)) {
    const isFile = target?.isFile() ?? false;
    yield { at, file, problem: isFile ? null : target ? 'is no file' : 'is a link that leads nowhere' };
  }
}

/** Why a file or folder cannot be read, for a report. */
export function unreadable(error: unknown): string {
  const { code } = error instanceof Error && 'code' in error ? error : { code: String(error) };
  return `cannot be read: ${code}`;
}
