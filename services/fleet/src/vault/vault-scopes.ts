import { resolve } from 'node:path';
import { type Scope, scopeOf } from '@agent-mem/contract';
import { scopeFolders, VaultFiles } from '@agent-mem/vault';
import { variables } from '@agent-mem/vault-service';
import { checkedConfig } from '../config.ts';
import { StartFailed, UsedWrongly } from '../refusal.ts';

/** The files of one scope in a vault. */
export interface VaultScope {
  readonly scope: Scope;
  readonly files: VaultFiles;
}

/** The scopes of the vault that the variables name, with their files. Throws `UsedWrongly` where they name none. */
export async function vaultScopes(environment: Readonly<Record<string, string | undefined>>): Promise<readonly VaultScope[]> {
  const { VAULT_SCOPE } = checkedConfig(variables, environment);
  const folder = vaultFolder(environment);
  if (VAULT_SCOPE !== 'all') return [{ scope: scopeOf(VAULT_SCOPE), files: new VaultFiles(folder) }];
  const found: VaultScope[] = [];
  for (const { files, scope: read } of await scopeFolders(folder)) {
    const scope = await read();
    if (!scope) throw new StartFailed(`${files.root} says of no scope that it is its folder: its files have no member scope`);
    found.push({ scope, files });
  }
  return found;
}

/** The folder of the vault that the variables name. Throws `UsedWrongly` where they name none. */
export function vaultFolder(environment: Readonly<Record<string, string | undefined>>): string {
  const { VAULT_DIR } = checkedConfig(variables, environment);
  if (VAULT_DIR === '') throw new UsedWrongly('vault: VAULT_DIR is required (the folder of the Markdown files)');
  return resolve(VAULT_DIR);
}
