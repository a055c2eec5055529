import { readFileSync } from 'node:fs';
import { type Disk, type DiskFile, diskOf } from '../../src/file/commits/disk.ts';

/** What a power cut leaves of a data file and its log. */
export type Remains = Readonly<Record<DiskFile, Buffer>>;

/** Disks take what is written in blocks of this many bytes. */
const blockBytes = 4_096;

/** A disk that has of each file what it was asked to take, and of what was written since any blocks that it likes. */
export class FragileDisk {
  readonly #random: () => number;
  #paths: Readonly<Record<DiskFile, string>> | null = null;
  readonly #taken = new Map<DiskFile, { readonly order: number; readonly bytes: Buffer }>();
  #order = 0;
  /** Called before and after the disk takes what was written to a file. */
  onFlush: (file: DiskFile) => void = () => {};
  /** Called while the disk takes it, where the process does not wait. */
  onWait: (file: DiskFile) => void = () => {};
  /** Takes nothing, and says so. */
  isBroken = false;
  /** How often it was asked to take something. */
  flushes = 0;
  #stalled: Promise<void> = Promise.resolve();

  constructor(random: () => number) {
    this.#random = random;
  }

  readonly open = (path: string): Disk => {
    const disk = diskOf(path);
    this.#paths = { file: path, log: `${path}-wal` };
    for (const file of ['file', 'log'] as const) this.#take(file, this.#now(file), this.#next());
    const begin = (file: DiskFile) => {
      this.flushes += 1;
      this.onFlush(file);
      if (this.isBroken) throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', syscall: 'fdatasync' });
    };
    return {
      read: disk.read,
      write: disk.write,
      flush: async (file) => {
        begin(file);
        const written = this.#now(file);
        const order = this.#next();
        const flushed = disk.flush(file);
        this.onWait(file);
        await flushed;
        await this.#stalled;
        this.#take(file, written, order);
        this.onFlush(file);
      },
      flushNow: (file) => {
        begin(file);
        disk.flushNow(file);
        this.#take(file, this.#now(file), this.#next());
        this.onFlush(file);
      },
      [Symbol.dispose]: () => disk[Symbol.dispose](),
    };
  };

  /** Has it take nothing more until the function is called. */
  stall(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#stalled = promise;
    return resolve;
  }

  /** What it was asked to take, and has. */
  taken(file: DiskFile): Buffer {
    return this.#taken.get(file)?.bytes ?? Buffer.alloc(0);
  }

  /** What is left when the power goes now. */
  cut(): Remains {
    return { file: this.#mixed('file'), log: this.#mixed('log') };
  }

  /** What was asked for later may come first. */
  #take(file: DiskFile, bytes: Buffer, order: number): void {
    if ((this.#taken.get(file)?.order ?? 0) < order) this.#taken.set(file, { order, bytes });
  }

  #next(): number {
    this.#order += 1;
    return this.#order;
  }

  #now(file: DiskFile): Buffer {
    if (!this.#paths) throw new Error('The disk holds no file yet');
    return readFileSync(this.#paths[file]);
  }

  #mixed(file: DiskFile): Buffer {
    const now = this.#now(file);
    const taken = this.taken(file);
    // A file is cut to nothing, or it is not.
    if (now.length === 0) return this.#random() < 0.5 ? now : taken;
    const mixed = Buffer.alloc(this.#random() < 0.5 ? now.length : Math.max(now.length, taken.length));
    // Block by block as it likes, or the first few and not the others.
    const first = this.#random() < 0.5 ? now : taken;
    const split = this.#random() < 0.5 ? null : Math.floor(this.#random() * 32) * blockBytes;
    for (let start = 0; start < mixed.length; start += blockBytes) {
      const isFirst = split === null ? this.#random() < 0.5 : start < split;
      const from = isFirst === (first === now) ? now : taken;
      if (start < from.length) from.copy(mixed, start, start, Math.min(start + blockBytes, from.length));
    }
    return mixed;
  }
}
