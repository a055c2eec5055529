import { relative, sep } from 'node:path';
import { watch } from 'chokidar';

/** Paths below a folder that were written to, and are quiet since. */
export interface WatchedFolder extends AsyncDisposable {
  /** Takes the paths, with `/` between names, to which nothing has happened for a while: an editor's save is several events. */
  take(): readonly string[];
  /** Something waits to be taken, or soon will. */
  readonly isStirring: boolean;
}

/** How long nothing must have happened to a path. */
const quietMs = 300;

/**
 * Watches a folder, until disposed. Resolves when every change from now on is seen.
 *
 * @param stirred is called at each event.
 * @param failed is called when changes may go unseen from now on.
 */
export async function watchFolder(
  folder: string,
  now: () => number,
  stirred: () => void,
  failed: (error: unknown) => void,
): Promise<WatchedFolder> {
  const events = new Map<string, number>();
  let lastUnlink = Number.NEGATIVE_INFINITY;
  const watcher = watch(folder, {
    ignoreInitial: true,
    followSymlinks: false,
    atomic: true,
    // What is hidden is the file system's, git's or an editor's.
    ignored: (path) => path !== folder && /(^|[/\\])\.|\.new$/.test(relative(folder, path)),
  });
  const note = (path: string) => {
    events.set(relative(folder, path).split(sep).join('/'), now());
    stirred();
  };
  const noteUnlink = (path: string) => {
    lastUnlink = now();
    note(path);
  };
  watcher.on('add', note).on('change', note).on('unlink', noteUnlink).on('error', failed);
  await new Promise<void>((resolve) => void watcher.once('ready', resolve));
  return {
    take() {
      // While files go, all wait: of a folder that goes as a whole nobody may see a part.
      if (now() - lastUnlink < quietMs) return [];
      const quiet = [...events].filter(([, at]) => now() - at >= quietMs).map(([path]) => path);
      for (const path of quiet) events.delete(path);
      return quiet;
    },
    get isStirring() {
      return events.size > 0;
    },
    [Symbol.asyncDispose]: () => watcher.close(),
  };
}
