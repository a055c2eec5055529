import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Clock, OperationError } from '@agent-mem/contract';
import { dataFile } from '@agent-mem/runtime/data-directory';
import { folderFailure } from '@agent-mem/runtime/file-failure';
import {
  type Damage,
  DataMissing,
  DirectoryInUse,
  type DirectoryLock,
  type EmbeddedFile,
  explainOpening,
  type FileReport,
  lockDirectory,
  openEmbeddedFile,
  readKnownData,
} from '@agent-mem/sqlite/file';
import { StartFailed } from '../refusal.ts';

/** A data directory this process owns. */
export interface EmbeddedDirectory {
  readonly directory: string;
  readonly file: EmbeddedFile;
}

/** The embedded files of this process: one for each directory, however many URLs name it. */
export interface EmbeddedFiles extends AsyncDisposable {
  /** Locks the directory of a `sqlite:` URL and opens its file, once. Throws `DirectoryInUse` when another process owns it, `StartFailed` when it cannot be used. */
  open(url: string): Promise<EmbeddedDirectory>;
  /** Tells others, through the lock, where this process answers, and what it knows those by who may read that. */
  announce(address: string, key: string): void;
  readonly directories: readonly string[];
  /** Verifies all open files, and yields what is damaged. */
  damage(): AsyncIterable<Damage>;
}

/** How the embedded files are opened. */
export interface EmbeddedFilesOptions {
  readonly dataDirectory: string;
  readonly clock: Clock;
  /** Called once when something is wrong with a file, and once when it is over. Default: nobody. */
  readonly report?: (report: FileReport) => void;
  /** Goes on without data files that their directories knew. Default false. */
  readonly newData?: boolean;
  /** Leaves data of an earlier version as it is: what would migrate it throws `EarlierData`. Default false. */
  readonly keepsVersion?: boolean;
}

export function embeddedFiles(options: EmbeddedFilesOptions): EmbeddedFiles {
  const { dataDirectory, clock, report = () => {}, newData = false, keepsVersion = false } = options;
  const opened = new Map<string, Promise<EmbeddedDirectory & { readonly lock: DirectoryLock }>>();
  const open = async (directory: string, variable: string) => {
    await using stack = new AsyncDisposableStack();
    const lock = stack.use(await lockDirectory(directory, { address: null }));
    const file = await openEmbeddedFile(directory, { clock, variable, report, newData, keepsVersion });
    stack.move();
    return { directory, file, lock };
  };
  return {
    open(url) {
      const directory = embeddedDirectory(url, dataDirectory);
      const known = opened.get(directory);
      if (known) return known;
      const variable = url === 'sqlite:' ? 'DATA_DIR' : '';
      const opening = open(directory, variable).catch(refuse(directory, variable));
      opened.set(directory, opening);
      return opening;
    },
    announce(address, key) {
      for (const opening of opened.values()) void opening.then(({ lock }) => lock.setAddress(address, key));
    },
    get directories() {
      return [...opened.keys()];
    },
    async *damage() {
      for (const opening of opened.values()) yield* (await opening).file.damage();
    },
    async [Symbol.asyncDispose]() {
      for (const opening of await Promise.allSettled(opened.values())) {
        if (opening.status === 'rejected') continue;
        await opening.value.file[Symbol.asyncDispose]();
        await opening.value.lock[Symbol.asyncDispose]();
      }
    },
  };
}

/** The directory a `sqlite:` URL means, absolute: `sqlite:` the data directory, `sqlite:./other` and `sqlite:///other` another. */
export function embeddedDirectory(url: string, dataDirectory: string): string {
  const path = url.slice('sqlite:'.length);
  if (path === '') return resolve(dataDirectory);
  return path.startsWith('//') ? fileURLToPath(`file:${path}`) : resolve(path);
}

/** Throws `StartFailed` where a `sqlite:` URL names no data: looking must not make a directory where none was. `remedy`: what to set. */
export function refuseWithoutData(url: string, dataDirectory: string, remedy: string): void {
  const directory = embeddedDirectory(url, dataDirectory);
  // Data that was there and is gone is named when it is opened.
  if (existsSync(dataFile(directory)) || readKnownData(directory)) return;
  throw new StartFailed(`There is no data in ${directory}: the first start of a fleet makes it; ${remedy} names another place`);
}

/** What the operating system or SQLite says of a directory, as a sentence that names it. */
function refuse(directory: string, variable: string): (cause: unknown) => never {
  return (error) => {
    if (error instanceof DataMissing) throw new StartFailed(error.message, { cause: error });
    const cause = explainOpening(error, directory, variable);
    if (cause instanceof DirectoryInUse || cause instanceof OperationError) throw cause;
    const reason = folderFailure(cause) ?? (cause as Error).message;
    throw new StartFailed(`${directory} cannot hold the data: ${reason} (set another DATA_DIR)`, { cause });
  };
}
