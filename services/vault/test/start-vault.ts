import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startFleet, type TestFleet, type TestFleetOptions, temporaryDirectory } from '@agent-mem/testing';
import { type EntryNode, readEntry } from '@agent-mem/vault';
import { vi } from 'vitest';

/** A fleet with a vault in a folder that outlives it. */
export interface StartedVault extends AsyncDisposable {
  readonly fleet: TestFleet;
  readonly folder: string;
  /** Paths of the Markdown files, from the folder. */
  paths(): Promise<readonly string[]>;
  text(path: string): Promise<string>;
  /** The entries of the files, once they are as the check wants them. */
  entries(check: (entries: readonly (EntryNode & { readonly path: string })[]) => void): Promise<void>;
}

/** Starts a fleet with a vault; what is left out of the options is of the fleet's default. */
export async function startVault(folder: string, options: TestFleetOptions = {}): Promise<StartedVault> {
  const fleet = await startFleet({ ...options, environment: { VAULT_DIR: folder, ...options.environment } });
  const paths = async () => (existsSync(folder) ? (await Array.fromAsync(glob('**/*.md', { cwd: folder }))).sort() : []);
  const text = (path: string) => readFile(join(folder, path), 'utf8');
  return {
    fleet,
    folder,
    paths,
    text,
    async entries(check) {
      await vi.waitFor(
        async () => {
          const read = (await paths()).map(async (path) => ({ ...readEntry(await text(path)), path }));
          check(await Promise.all(read));
        },
        { timeout: 20_000, interval: 50 },
      );
    },
    [Symbol.asyncDispose]: () => fleet[Symbol.asyncDispose](),
  };
}

/** A folder for a vault, and one for its data. */
export async function vaultFolders() {
  const directory = await temporaryDirectory();
  return {
    vault: join(directory.path, 'memory_db'),
    data: join(directory.path, 'data'),
    [Symbol.asyncDispose]: () => directory[Symbol.asyncDispose](),
  };
}
