import { appendFile, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { findSensitive } from '@agent-mem/policy/detectors';
import { makeOwnersFolder, ownersFileMode } from '@agent-mem/runtime/owners-mode';

/** Lines that were typed, from session to session. */
export interface History {
  /** The newest thousand, newest first, as readline has them. */
  readonly lines: readonly string[];
  /** Writes a line down, unless it should not be stored. */
  add(line: string): Promise<void>;
}

/** As many as readline goes back. */
export const mostLines = 1_000;

/** The history in a file that only its user may read. */
export async function openHistory(path: string): Promise<History> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return '';
  });
  const lines = text.split('\n').filter((line) => line !== '');
  return {
    lines: lines.slice(-mostLines).toReversed(),
    async add(line) {
      if (!mayBeStored(line)) return;
      makeOwnersFolder(dirname(path));
      await appendFile(path, `${line}\n`, { mode: ownersFileMode });
    },
  };
}

/** Whether a line may be written down: none with a secret in it, none that names what is to be forgotten, none that begins with a space. */
function mayBeStored(line: string): boolean {
  return line.trim() !== '' && !/^(\s|\/(forget|edit)\b)/.test(line) && findSensitive(line).length === 0;
}
