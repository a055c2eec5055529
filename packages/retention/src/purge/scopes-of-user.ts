import { type Scope, scopeKey } from '@agent-mem/contract';
import { allScopes, isUserScope } from '@agent-mem/policy';
import type { Ports } from '@agent-mem/runtime';

/** Every collection of the scope's user that a store holds something of, and the one that was named. */
export async function scopesOfUser(
  scope: Scope,
  ports: Pick<Ports, 'graph' | 'searchIndex' | 'details' | 'keyValue' | 'clock'>,
): Promise<readonly Scope[]> {
  const scopes = new Map([[scopeKey(scope), scope]]);
  const take = (found: Scope) => {
    const isOf = found.workspace === scope.workspace && found.user === scope.user && !isUserScope(found);
    if (isOf) scopes.set(scopeKey(found), found);
  };
  for await (const found of allScopes(ports)) take(found);
  for await (const { scope: found } of ports.keyValue.entries('')) take(found);
  return [...scopes.values()];
}
