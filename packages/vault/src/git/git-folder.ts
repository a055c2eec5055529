import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readText } from '@agent-mem/runtime';

/** The folder in which git stores what it knows of a folder; `null`: the folder has no repository of its own. In a worktree or a submodule `.git` is a file that names it. */
export async function gitFolderOf(folder: string): Promise<string | null> {
  const git = join(folder, '.git');
  const found = await stat(git).catch(() => null);
  if (!found?.isFile()) return found && git;
  const [, path] = /^gitdir: (.+)$/m.exec((await readText(git)) ?? '') ?? [];
  return path === undefined ? null : resolve(folder, path);
}
