import { accessSync, constants, statfsSync } from 'node:fs';

const folder = '/dev/shm';
const leastBytes = 2 ** 31;

/**
 * Variables that put temporary folders of tests on a disk in memory, where the machine has a large one. A test that ends a process
 * loses nothing there; no test here cuts the power, so waiting for a disk shows nothing.
 */
export function memoryDisk(): Readonly<Record<string, string>> {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < leastBytes ? {} : { TMPDIR: folder };
  } catch {
    return {};
  }
}
