import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedFile, openEmbeddedFile } from '../src/file/index.ts';

/** An embedded file in a directory of its own, gone with it when disposed. */
export interface TemporaryFile extends AsyncDisposable {
  readonly directory: string;
  readonly file: EmbeddedFile;
  /** Closes the file and opens it again. */
  reopen(): Promise<EmbeddedFile>;
}

export async function temporaryFile(): Promise<TemporaryFile> {
  const directory = await mkdtemp(join(tmpdir(), 'agent-mem-storage-'));
  let file = await openEmbeddedFile(directory);
  return {
    directory,
    get file() {
      return file;
    },
    async reopen() {
      await file[Symbol.asyncDispose]();
      file = await openEmbeddedFile(directory);
      return file;
    },
    async [Symbol.asyncDispose]() {
      await file[Symbol.asyncDispose]();
      await rm(directory, { recursive: true });
    },
  };
}
