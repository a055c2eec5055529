import { join } from 'node:path';

/** The name of the data file in its directory. */
export const dataFileName = 'agent-mem.sqlite';

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
