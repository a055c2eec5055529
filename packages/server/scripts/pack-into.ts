import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { declarations } from '../../client/scripts/declarations.ts';
import { npmPack } from '../../client/scripts/npm-pack.ts';
import { makeProgram } from './make-program.ts';

/** Makes the package in the folder's `package` and packs it beside that; resolves with the path of the .tgz. */
export async function packInto(folder: string): Promise<string> {
  const content = join(folder, 'package');
  await rm(content, { recursive: true, force: true });
  const [types] = await Promise.all([declarations('server'), makeProgram(content)]);
  return npmPack(content, types, folder);
}
