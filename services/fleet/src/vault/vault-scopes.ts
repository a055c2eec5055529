import { type Dirent, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Scope, scopeOf } from '@agent-mem/contract';
import { readConfig } from '@agent-mem/runtime';
import { readEntries, scopeFolder, VaultFiles } from '@agent-mem/vault';
import { variables } from '@agent-mem/vault-service';
import { StartFailed, UsedWrongly } from '../refusal.ts';

/** The files of one scope in a vault. */
export interface VaultScope {
  readonly scope: Scope;
  readonly files: VaultFiles;
}

/** The scopes of the vault that the variables name, with their files. Throws `UsedWrongly` where they name none. */
export async function vaultScopes(environment: Readonly<Record<string, string | undefined>>): Promise<readonly VaultScope[]> {
  const { VAULT_SCOPE } = vaultConfig(environment);
  const folder = vaultFolder(environment);
  if (VAULT_SCOPE !== 'all') return [{ scope: scopeOf(VAULT_SCOPE), files: new VaultFiles(folder) }];
  const found: VaultScope[] = [];
  for (const at of foldersWithEntries(folder)) {
    const files = new VaultFiles(join(folder, at));
    found.push({ scope: await scopeOfFiles(at, files), files });
  }
  return found;
}

/** The folder of the vault that the variables name. Throws `UsedWrongly` where they name none. */
export function vaultFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const { VAULT_DIR } = vaultConfig(environment);
  if (VAULT_DIR === '') throw new UsedWrongly('vault: VAULT_DIR is required (the folder of the Markdown files)');
  return resolve(VAULT_DIR);
}

function vaultConfig(environment: Readonly<Record<string, string | undefined>>) {
  try {
    return readConfig(variables, environment);
  } catch (error) {
    throw new UsedWrongly((error as Error).message);
  }
}

function foldersWithEntries(folder: string): readonly string[] {
  const below = (at: string) => foldersIn(join(folder, at)).map(({ name }) => `${at}${at && '/'}${name}`);
  return below('')
    .flatMap(below)
    .flatMap(below)
    .filter((at) => foldersIn(join(folder, at)).some(({ name }) => name === 'entries'));
}

function foldersIn(folder: string): readonly Dirent[] {
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'));
}

/** As the files say it: a folder's name may be another. */
async function scopeOfFiles(at: string, files: VaultFiles): Promise<Scope> {
  for await (const read of readEntries(files)) {
    if (!('entry' in read) || read.scope === null) continue;
    const [workspace = '', user = '', collection = ''] = read.scope.split('/').map(decodeURIComponent);
    const scope = scopeOf({ workspace, user, collection });
    if (scopeFolder(scope, 'all') === at) return scope;
  }
  throw new StartFailed(`${join(files.root)} says of no scope that it is its folder: its files have no member scope`);
}
