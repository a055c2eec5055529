import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The name of the data file in its directory. */
export const dataFileName = 'agent-mem.sqlite';

/** The name of the note beside it, which says which data file the directory holds. */
const noteName = 'agent-mem.data.json';

/**
 * Folders of content beside the data file, each with one adapter that writes it: `details` large payloads (sqlite), `conversations` what was said
 * (conversation-files). The writer deletes what the data file does not refer to, so they are moved aside with it and a backup holds their content.
 */
export const dataFolders = ['details', 'conversations'] as const;

/** The data file of a directory. */
export function dataFile(directory: string): string {
  return join(directory, dataFileName);
}

/** A folder of content, below its directory. */
export function dataFolder(directory: string, folder: (typeof dataFolders)[number]): string {
  return join(directory, folder);
}

/** The note of a directory. */
export function dataNote(directory: string): string {
  return join(directory, noteName);
}

/** Whether a path is that of a data file, its note or its log, in a directory that holds data. */
export function isOfData(path: string): boolean {
  const name = basename(path);
  const isNamedSo = name === noteName || name === dataFileName || name.startsWith(`${dataFileName}-`);
  return isNamedSo && existsSync(dataNote(dirname(resolve(path))));
}
