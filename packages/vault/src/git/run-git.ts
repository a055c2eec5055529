import { spawn } from 'node:child_process';

/** What a run of git came to. */
export interface GitRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The machine has no program git. */
export class GitMissing extends Error {
  override readonly name = 'GitMissing';
  constructor() {
    super('there is no program git');
  }
}

const timeoutMs = 60_000;
/** Nothing that would wait for a person, and nothing of a repository around this one. */
const settings = [
  'core.quotePath=false',
  'commit.gpgSign=false',
  'gc.auto=0',
  'core.autocrlf=false',
  'core.safecrlf=false',
  // Who may write the folder may write its .git too: nothing in there is run.
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'log.showSignature=false',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);
/** Nor is another repository asked for what is missing in this one, by a program that it names. */
const withoutOthers = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none' };

/** Runs git in the repository of a folder, and answers how it ended. Throws `GitMissing` where there is no such program. */
export async function runGit(folder: string, words: readonly string[], input = ''): Promise<GitRun> {
  const { promise, resolve, reject } = Promise.withResolvers<GitRun>();
  const place = ['--git-dir', `${folder}/.git`, '--work-tree', folder];
  const { GIT_DIR: _, GIT_WORK_TREE: __, GIT_INDEX_FILE: ___, ...environment } = process.env;
  const child = spawn('git', [...settings, ...place, ...words], {
    cwd: folder,
    env: { ...environment, ...withoutOthers, GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
    timeout: timeoutMs,
  });
  const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (bytes: Buffer) => void stdout.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => void stderr.push(bytes));
  child.on('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? new GitMissing() : error));
  child.on('close', (code) =>
    resolve({ code: code ?? 1, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() }),
  );
  // A git that ended early takes no more input; its exit code says why.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  return await promise;
}
