import { isSameScope, type Scope, type Scoped } from '@agent-mem/contract';
import { safeName } from './safe-name.ts';

/** Which scopes a vault holds: one, in the vault's own folder, or all, each in a folder `<workspace>/<user>/<collection>`. */
export type VaultScopes = Scoped | 'all';

/** Reads `workspace/user/collection`, each percent-encoded, or `*`. Throws an error that says what is accepted. */
export function readVaultScopes(text: string): VaultScopes {
  if (text === '*') return 'all';
  const parts = text.split('/').map(decodeURIComponent);
  const [workspace, user, collection] = parts;
  if (parts.length === 3 && workspace && user && collection) return { workspace, user, collection };
  throw new Error(`must be workspace/user/collection or *, got "${text}"`);
}

/** The folder of a scope, from the folder of the vault; `null`: it is not in the vault. */
export function scopeFolder(scope: Scope, held: VaultScopes): string | null {
  if (held === 'all') return [scope.workspace, scope.user, scope.collection].map(safeName).join('/');
  return isSameScope(scope, held as Scope) ? '' : null;
}
