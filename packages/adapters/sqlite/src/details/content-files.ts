import { randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readdirSync, readSync, renameSync, rmSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeOwnersFolder, ownersFileMode } from '@agent-mem/runtime/owners-mode';

/** Content on its way into a file that nobody sees yet. */
export interface IncomingFile extends AsyncDisposable {
  write(bytes: Uint8Array): Promise<void>;
  /** On disk when it resolves; only the name is missing. */
  finish(): Promise<void>;
  /** Gives it its name, durably. Call it inside the transaction whose row names it. */
  name(hash: string): void;
}

const incomingSuffix = '.incoming';
const sha256 = /^[0-9a-f]{64}$/;

/** Large content as files named by their hash, in one directory. */
export class ContentFiles {
  readonly #directory: string;

  constructor(directory: string) {
    makeOwnersFolder(directory);
    this.#directory = directory;
  }

  async receive(): Promise<IncomingFile> {
    const path = join(this.#directory, `${randomUUID()}${incomingSuffix}`);
    const handle: FileHandle = await open(path, 'wx', ownersFileMode);
    return {
      async write(bytes) {
        for (let written = 0; written < bytes.length; ) {
          written += (await handle.write(bytes, written, bytes.length - written)).bytesWritten;
        }
      },
      async finish() {
        await handle.sync();
        await handle.close();
      },
      name: (hash) => {
        renameSync(path, this.#path(hash));
        // Without this the file's name may be lost with the power, though its bytes are there.
        syncDirectory(this.#directory);
      },
      async [Symbol.asyncDispose]() {
        await handle.close();
        await rm(path, { force: true });
      },
    };
  }

  read(hash: string, offset: number, maxBytes: number): Uint8Array {
    const descriptor = openSync(this.#path(hash), 'r');
    try {
      const bytes = new Uint8Array(maxBytes);
      let filled = 0;
      while (filled < maxBytes) {
        const count = readSync(descriptor, bytes, filled, maxBytes - filled, offset + filled);
        if (count === 0) break;
        filled += count;
      }
      return bytes.subarray(0, filled);
    } finally {
      closeSync(descriptor);
    }
  }

  /** `null`: the file is gone. */
  readIfThere(hash: string, offset: number, maxBytes: number): Uint8Array | null {
    try {
      return this.read(hash, offset, maxBytes);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  remove(hash: string): void {
    rmSync(this.#path(hash), { force: true });
  }

  /** Removes what a crash left: content that never got its name, and content that nobody needs. Files of other names are not ours. */
  sweep(needed: (hash: string) => boolean): void {
    for (const name of readdirSync(this.#directory)) {
      const isLeft = name.endsWith(incomingSuffix) || (sha256.test(name) && !needed(name));
      if (isLeft) rmSync(join(this.#directory, name), { force: true });
    }
  }

  #path(hash: string): string {
    return join(this.#directory, hash);
  }
}

function syncDirectory(directory: string): void {
  // Windows cannot open a directory; its file system keeps names in a journal of its own.
  if (process.platform === 'win32') return;
  const descriptor = openSync(directory, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
