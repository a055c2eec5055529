import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { UsedWrongly } from '../refusal.ts';
import { blocks } from './blocks.ts';
import { isOurs } from './own-keys.ts';
import type { Settings } from './read-settings.ts';

/** A settings file that was read. */
export interface OpenSettings extends Settings {
  /** Absolute; `null`: there is none. */
  readonly path: string | null;
  /** A sentence about a file that was found and is not ours; `null`: nothing to say. */
  readonly warning: string | null;
}

/** What the file is called in the working folder. */
const fileName = 'agent-mem.yaml';

/**
 * Reads the file that CONFIG_FILE names, else agent-mem.yaml of the folder. Throws `UsedWrongly` for a file that is named and missing, and for one of
 * ours that is wrong. A file that was found by its name alone and looks like another program's is left out, with a warning: it must not break a start.
 */
export async function openSettings(
  environment: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
  folder: string,
): Promise<OpenSettings> {
  const named = environment.CONFIG_FILE || null;
  const path = resolve(folder, named ?? fileName);
  const none = { path: null, warning: null, variables: {} };
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if (named === null && (cause as NodeJS.ErrnoException).code === 'ENOENT') return none;
    const reason = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : (cause as Error).message;
    if (named === null) return { ...none, warning: `${path} is left out: ${reason}` };
    throw new UsedWrongly(`CONFIG_FILE ${path} cannot be read: ${reason}`, { cause });
  }
  if (named === null && !isOurs(text, names, blocks)) {
    return { ...none, warning: `${path} has keys of another program and is left out; set CONFIG_FILE to have it read` };
  }
  // The reader of YAML is loaded only where there is a file.
  const { readSettings } = await import('./read-settings.ts');
  try {
    return { path, warning: null, ...(await readSettings(text, names, blocks, path)) };
  } catch (error) {
    throw new UsedWrongly(`${path}: ${(error as Error).message}`, { cause: error });
  }
}
