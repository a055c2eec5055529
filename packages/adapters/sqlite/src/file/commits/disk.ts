import { closeSync, fdatasync, fdatasyncSync, openSync, readSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fdatasync);

/** A data file and the log of its commits. */
export type DiskFile = 'file' | 'log';

/** The disk under a data file. */
export interface Disk extends Disposable {
  /** Resolves when the disk has everything that was written to a file before. A thread waits for it. */
  flush(file: DiskFile): Promise<void>;
  /** The same in this turn. */
  flushNow(file: DiskFile): void;
  /** Fills bytes with those of a file from a position on. Answers how many there are: fewer at its end. */
  read(file: DiskFile, into: Uint8Array, position: number): number;
  /** Writes bytes over those of a file from a position on. */
  write(file: DiskFile, bytes: Uint8Array, position: number): void;
}

/** The machine's disk, under a data file that is there. */
export function diskOf(path: string): Disk {
  const paths = { file: path, log: `${path}-wal` };
  // Open for as long as the database: to close a file gives back the process's locks on it, SQLite's too. The data file is open from the start: where no
  // descriptor were left for it later, its sync would count as refused by the disk, of which no repeat can say what was lost.
  const descriptors = new Map<DiskFile, number>([['file', openSync(path, 'r+')]]);
  function descriptorOf(file: DiskFile): number {
    const descriptor = descriptors.get(file) ?? openSync(paths[file], 'r+');
    descriptors.set(file, descriptor);
    return descriptor;
  }
  return {
    flush: async (file) => sync(descriptorOf(file)),
    flushNow: (file) => fdatasyncSync(descriptorOf(file)),
    read: (file, into, position) => readSync(descriptorOf(file), into, 0, into.length, position),
    write(file, bytes, position) {
      writeSync(descriptorOf(file), bytes, 0, bytes.length, position);
    },
    [Symbol.dispose]() {
      for (const descriptor of descriptors.values()) closeSync(descriptor);
      descriptors.clear();
    },
  };
}
