import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A plugin of Claude Code: its manifest, the hook and a skill. */
export const pluginFolder = fileURLToPath(new URL('../plugin/', import.meta.url));

/** The hook as it is installed. */
export async function hookText(): Promise<string> {
  return readFile(join(pluginFolder, 'hooks/agent-mem.mjs'), 'utf8');
}
