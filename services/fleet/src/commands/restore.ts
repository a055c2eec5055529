import { existsSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { systemClock } from '@agent-mem/contract';
import { dataFile, isOfData } from '@agent-mem/runtime/data-directory';
import { DirectoryInUse, lockDirectory, setDataAside, writeKnownData } from '@agent-mem/sqlite/file';
import type { Command } from 'commander';
import { embeddedDirectory } from '../adapters/embedded-files.ts';
import type { Terminal } from '../command-line/terminal.ts';
import { StartFailed, UsedWrongly } from '../refusal.ts';
import { refuseOther, refuseUnreadable } from './files/readable-file.ts';
import { copyWhole } from './files/whole-file.ts';

/** Adds `restore`; `run` keeps its exit code. */
export function addRestore(
  program: Command,
  terminal: Terminal,
  run: (command: Command, work: (environment: Terminal['environment']) => Promise<0>) => Promise<void>,
): void {
  program
    .command('restore <file>')
    .description('puts a backup into the data directory, where no fleet may run')
    .option('--replace', 'also where there is data; that stays beside it, under another name')
    .addHelpText('after', '\nThe backup is checked first. It takes the flags of agent-mem --help --all.')
    .action((path: string, { replace }: { readonly replace?: true }, command: Command) =>
      run(command, (environment) => restore(path, replace === true, environment, terminal)),
    );
}

async function restore(path: string, mayReplace: boolean, environment: Terminal['environment'], terminal: Terminal): Promise<0> {
  const { programConfig } = await import('../config.ts');
  const config = programConfig(environment);
  if (!config.GRAPH_URL.startsWith('sqlite:')) {
    throw new UsedWrongly('restore is for the embedded file: GRAPH_URL names a server, which has tools of its own');
  }
  await refuseUnreadable(path);
  await refuseOther(path, 'backup');
  checkBackup(path);
  const directory = embeddedDirectory(config.GRAPH_URL, config.DATA_DIR);
  await using _ = await lockDirectory(directory, { address: null }).catch((error: unknown) => {
    throw error instanceof DirectoryInUse ? new StartFailed(`${error.message}: stop it first`) : error;
  });
  const target = dataFile(directory);
  if (existsSync(target) && !mayReplace) {
    throw new StartFailed(`There is data in ${directory} (--replace keeps it beside, under another name)`);
  }
  const undone = existsSync(target) ? await undoneBy(path, target) : [];
  // A disk that is too small for both leaves what is there in its place.
  await copyWhole(path, target, () => {
    // From here on the folder knows a data file, and takes whichever it finds: a restore that breaks off is named by the next start.
    writeKnownData(directory, { id: null, isDamaged: false });
    const aside = setDataAside(directory, systemClock.now());
    if (aside.length > 0) terminal.print(`What was there is now ${aside.join(' and ')}`);
  });
  terminal.print(`${path} is restored into ${directory}`);
  for (const line of undone) terminal.complain(line);
  return 0;
}

/** What is said of purges that the backup does not know. */
async function undoneBy(path: string, target: string): Promise<readonly string[]> {
  const { undonePurges } = await import('./files/undone-purges.ts');
  try {
    const undone = undonePurges(target, path);
    if (undone.length === 0) return [];
    return ['agent-mem: the backup brings back what was purged since; agent-mem purge erases it again:', ...undone];
  } catch {
    // Damaged data is what a backup is for.
    return ['agent-mem: what was there cannot be read, so the backup may bring back what was purged since'];
  }
}

/** Throws `StartFailed` if the file is no backup, or is damaged. */
function checkBackup(path: string): void {
  // A backup is one file. Beside a data file stand its last writes, and large payloads.
  const hasLog = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  if (hasLog || isOfData(path))
    throw new StartFailed(`${path} is a data file and no backup: agent-mem backup makes one, with what stands beside it`);
  try {
    using database = new DatabaseSync(path, { readOnly: true });
    const problems = database
      .prepare('PRAGMA integrity_check(1)')
      .all()
      .map((row) => String(row.integrity_check));
    const tables = database
      .prepare("SELECT count(*) AS tables FROM sqlite_schema WHERE name IN ('graph_nodes', 'details')")
      .get();
    if (problems[0] === 'ok' && tables?.tables === 2) return;
    throw new Error(problems[0] === 'ok' ? 'it holds other data' : problems[0]);
  } catch (cause) {
    throw new StartFailed(`${path} is no whole backup: ${(cause as Error).message}`, { cause });
  }
}
