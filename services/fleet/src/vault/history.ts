import { relative, resolve } from 'node:path';
import { VaultRepository } from '@agent-mem/vault';
import { StartFailed } from '../refusal.ts';
import type { ChangedText } from './revert.ts';
import { changesOfScope } from './revert.ts';
import { vaultFolder, vaultScopes } from './vault-scopes.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The newest commits of the vault, at most so many. */
export function vaultLog(environment: Environment, limit: number) {
  return new VaultRepository(vaultFolder(environment)).log(limit);
}

/** What a commit of the vault changed, by scope. Throws `StartFailed` where there is no such commit. */
export async function changesOfCommit(environment: Environment, commit: string) {
  const folder = vaultFolder(environment);
  const changes: readonly ChangedText[] = await new VaultRepository(folder).changesOf(commit).catch((cause: unknown) => {
    throw new StartFailed(`vault revert: ${(cause as Error).message} in ${folder}`, { cause });
  });
  const scopes = await vaultScopes(environment);
  return scopes.map(({ scope, files }) => {
    const own = relative(resolve(folder), files.root).replaceAll('\\', '/');
    return { scope, changes: changesOfScope(changes, scope, own) };
  });
}
