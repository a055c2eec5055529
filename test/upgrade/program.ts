import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Availability } from '../live/live.ts';
import { findTool } from '../live/tools.ts';

const commit = readFileSync(new URL('from', import.meta.url), 'utf8').trim();

/** Where `npm run test:live` has installed the program of v0.1.0; a clone without history cannot. */
export function findProgramOfVersion(): Availability<string> {
  const found = findTool('agent-mem-before');
  return 'thing' in found || hasCommit() ? found : { missing: `this clone has no commit ${commit}`, isOptional: true };
}

function hasCommit(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: import.meta.dirname, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
