import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gitFolderOf } from './git-folder.ts';
import { passingState } from './passing-state.ts';
import { GitMissing, type GitRun, runGit } from './run-git.ts';

/** A commit as `vault log` shows it. */
export interface CommitLine {
  readonly hash: string;
  /** In UTC, as the files have their times: `2026-01-31T13:05:10Z`. */
  readonly date: string;
  readonly subject: string;
}

const author = ['-c', 'user.name=agent-mem', '-c', 'user.email=agent-mem@localhost'];

/** The git repository of a vault. What a person does there at the same time is left alone. */
export class VaultRepository {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Makes the repository where there is none. Answers why it cannot be used; `null`: it can. */
  async prepare(): Promise<string | null> {
    try {
      if (!existsSync(join(this.folder, '.git'))) await this.#run(['init', '--quiet']);
      return await this.hindrance();
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Why nothing may be committed now; `null`: nothing stands against it. */
  async hindrance(): Promise<string | null> {
    if (!existsSync(join(this.folder, '.git'))) return 'the repository is missing';
    const passing = await passingState(this.folder);
    if (passing !== null) return passing;
    try {
      const named = await this.#ownProgram();
      if (named !== null) return `the repository itself names a program that git would run (${named})`;
      const isOwn = existsSync(await this.#staging());
      if (!isOwn && (await this.#staged()) !== '') return 'changes are staged: commit or unstage them';
      return null;
    } catch (error) {
      if (error instanceof GitMissing) return error.message;
      throw error;
    }
  }

  /**
   * Commits these paths as they are now, also those that are gone, but those that the person's `.gitignore` keeps out. Nothing is committed of what is as the last commit has it. Call it after `hindrance`, one call at a
   * time: what is staged is marked as this program's, so that a crash in between is no change of a person.
   */
  async commit(paths: readonly string[], message: string): Promise<void> {
    const staging = await this.#staging();
    await writeFile(staging, '');
    const ignored = await this.#ignored(paths);
    const versioned = paths.filter((path) => !ignored.has(path));
    await this.#run(['update-index', '--add', '--remove', '-z', '--stdin'], linesOf(versioned));
    if ((await this.#staged()) !== '') await this.#run([...author, 'commit', '--quiet', '--no-verify', '--message', message]);
    await rm(staging, { force: true });
  }

  /** Those of these paths that git ignores. What is versioned already is not ignored. */
  async #ignored(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const { stdout } = await runGit(this.folder, ['check-ignore', '-z', '--stdin'], linesOf(paths));
    return new Set(stdout.split('\0'));
  }

  /** Paths that are not as the last commit has them. */
  async changedPaths(): Promise<readonly string[]> {
    const { stdout } = await this.#run([
      'status',
      '--porcelain',
      '-z',
      '--no-renames',
      '--untracked-files=all',
      '--ignore-submodules=all',
    ]);
    return stdout.split('\0').flatMap((entry) => (entry === '' ? [] : [entry.slice(3)]));
  }

  /** The newest commits, at most so many. */
  async log(limit: number): Promise<readonly CommitLine[]> {
    const { code, stdout } = await runGit(this.folder, ['log', `--max-count=${limit}`, '--format=%h%x09%ct%x09%s']);
    if (code !== 0) return [];
    return stdout.split('\n').flatMap((line) => {
      const [hash, seconds, ...subject] = line.split('\t');
      return hash && seconds ? [{ hash, date: dateOf(Number(seconds)), subject: subject.join('\t') }] : [];
    });
  }

  /** The paths that a commit changed, each with its text before (`null`: there was none) and after it. Rejects where there is no such commit. */
  async changesOf(
    commit: string,
  ): Promise<readonly { readonly path: string; readonly before: string | null; readonly after: string | null }[]> {
    const { stdout: hash } = await this.#run(
      ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`],
      '',
      `there is no commit ${commit}`,
    );
    const own = hash.trim();
    const { stdout } = await this.#run(['diff-tree', '--root', '--no-commit-id', '--name-only', '--no-renames', '-r', '-z', own]);
    const paths = stdout.split('\0').filter((path) => path !== '');
    return await Promise.all(
      paths.map(async (path) => ({ path, before: await this.#textAt(`${own}^`, path), after: await this.#textAt(own, path) })),
    );
  }

  async #textAt(commit: string, path: string): Promise<string | null> {
    const { code, stdout } = await runGit(this.folder, ['cat-file', 'blob', `${commit}:${path}`]);
    return code === 0 ? stdout : null;
  }

  /**
   * A filter or a hook that the settings of the repository name, not those of the user or the machine; `null`: they name none. A filter is not passed over: what it
   * hides would be committed as it is.
   */
  async #ownProgram(): Promise<string | null> {
    const words = ['config', '--includes', '--show-scope', '--null', '--name-only', '--get-regexp', '^(filter|hook)\\.'];
    const { stdout } = await runGit(this.folder, words);
    const parts = stdout.split('\0');
    return parts.find((_, index) => index % 2 === 1 && /^(local|worktree)$/.test(parts[index - 1] ?? '')) ?? null;
  }

  async #staged(): Promise<string> {
    return (await this.#run(['diff', '--cached', '--name-only', '-z', '--ignore-submodules=all'])).stdout;
  }

  async #run(words: readonly string[], input = '', failure = ''): Promise<GitRun> {
    const run = await runGit(this.folder, words, input);
    if (run.code === 0) return run;
    throw new Error(
      failure ||
        `git ${words.find((word) => /^[a-z]/.test(word) && !word.includes('='))}: ${run.stderr.trim() || `it ended with ${run.code}`}`,
    );
  }

  /** Marks what is staged as this program's. */
  async #staging(): Promise<string> {
    return join((await gitFolderOf(this.folder)) ?? join(this.folder, '.git'), 'agent-mem-staging');
  }
}

/** Paths as git reads them from its input with `-z`. */
function linesOf(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('');
}

/** Versions of git write a date of UTC in two ways, and one of another zone in a third. */
function dateOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
