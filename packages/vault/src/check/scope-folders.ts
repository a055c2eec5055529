import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Scope, scopeOfKey } from '@agent-mem/contract';
import { scopeFolder } from '../layout/scope-folder.ts';
import { VaultFiles } from '../snapshot/vault-files.ts';
import { readEntries } from './read-entries.ts';

/** A folder of a scope, in a vault of all scopes. */
export interface ScopeFolder {
  /** From the folder of the vault. */
  readonly at: string;
  readonly files: VaultFiles;
  /** As its files say it, since the folder's name may be another; `null`: none of them says it. */
  scope(): Promise<Scope | null>;
}

/** The folders of scopes that a vault of all scopes has. */
export async function scopeFolders(folder: string): Promise<readonly ScopeFolder[]> {
  const below = async (places: readonly string[]) => {
    const names = await Promise.all(places.map((at) => foldersIn(join(folder, at))));
    return names.flatMap((found, index) => found.map((name) => [places[index], name].filter((part) => part !== '').join('/')));
  };
  const places = await below(await below(await below([''])));
  const hasEntries = await Promise.all(places.map(async (at) => (await foldersIn(join(folder, at))).includes('entries')));
  return places
    .filter((_, index) => hasEntries[index])
    .map((at) => {
      const files = new VaultFiles(join(folder, at));
      return { at, files, scope: () => scopeOfFiles(at, files) };
    });
}

async function foldersIn(folder: string): Promise<readonly string[]> {
  const isFolder = (entry: Dirent) => entry.isDirectory() && !entry.name.startsWith('.');
  return (await readdir(folder, { withFileTypes: true })).filter(isFolder).map(({ name }) => name);
}

async function scopeOfFiles(at: string, files: VaultFiles): Promise<Scope | null> {
  for await (const read of readEntries(files)) {
    if (!('entry' in read) || read.scope === null) continue;
    const scope = scopeOfKey(read.scope);
    if (scope && scopeFolder(scope, 'all') === at) return scope;
  }
  return null;
}
