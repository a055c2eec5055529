import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import type { Availability } from '../live/live.ts';
import { findTool } from '../live/tools.ts';

/** An older Node than the package needs: the one that `test/live/install-tools.sh` installs, else the machine's own if it is so old. */
export function findOldNode(): Availability<string> {
  const installed = findTool('node-20/node_modules/node/bin/node');
  if ('thing' in installed) return installed;
  const own = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const old = own.find((node) => majorOf(node) < 24);
  return old === undefined ? installed : { thing: old };
}

/** Of what is not Node: not a number, which is smaller than nothing. */
function majorOf(node: string): number {
  const [, major] = /^v(\d+)/.exec(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? [];
  return Number(major);
}
