import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readText } from '@agent-mem/runtime';
import { gitFolderOf } from './git-folder.ts';

/** What git leaves in its folder while it is in the middle of something. */
const marks = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply', 'BISECT_LOG'];

/**
 * Why the files of a folder are not what a person decided on: git is changing them, in the middle of a merge, or shows an earlier commit; `null`: they are, or the
 * folder has no repository of its own. Asks the disk alone, so that it costs little where it is asked each second.
 */
export async function passingState(folder: string): Promise<string | null> {
  const git = await gitFolderOf(folder);
  const head = git && (await readText(join(git, 'HEAD')).catch(() => null));
  if (git === null || head === null) return null;
  if (existsSync(join(git, 'index.lock'))) return 'the repository is locked by another git (.git/index.lock)';
  const mark = marks.find((name) => existsSync(join(git, name)));
  if (mark) return `the repository is in the middle of a merge, rebase, revert or bisect (.git/${mark})`;
  return head.startsWith('ref:') ? null : 'HEAD is detached: check out a branch';
}
