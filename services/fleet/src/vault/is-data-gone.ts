import { existsSync } from 'node:fs';
import { dataFile } from '@agent-mem/runtime/data-directory';
import { embeddedDirectory } from '../adapters/embedded-files.ts';
import { programConfig } from '../config.ts';

/** Whether memory is to lie in an embedded file that is not there, which is what the files of a vault make anew. */
export function isDataGone(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { GRAPH_URL, DATA_DIR } = programConfig(environment);
  return GRAPH_URL.startsWith('sqlite:') && !existsSync(dataFile(embeddedDirectory(GRAPH_URL, DATA_DIR)));
}
