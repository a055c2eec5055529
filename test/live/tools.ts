import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Availability } from './live.ts';

/** Where `test/live/install-tools.sh` installs. */
export const toolsFolder =
  process.env.AGENT_MEM_TOOLS ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'agent-mem', 'tools');

/** The path of something that `test/live/install-tools.sh` installs. */
export function findTool(path: string): Availability<string> {
  const full = join(toolsFolder, path);
  return existsSync(full) ? { thing: full } : { missing: `npm run test:live installs it into ${toolsFolder}` };
}

/** A program that the machine has or has not. */
export function findProgram(name: string): Availability<string> {
  return spawnSync(name, ['--version']).error ? { missing: `install ${name}` } : { thing: name };
}
