import { type Scope, scopeOf } from '@agent-mem/contract';
import type { Command } from 'commander';

/** Whose memory a command is about, as far as the flags say. */
export interface ScopeFlags {
  readonly workspace?: string;
  readonly user?: string;
  readonly collection?: string;
}

/** Adds the flags that name a scope. */
export function withScopeFlags(command: Command): Command {
  return command
    .option('--workspace <name>', 'only of this workspace (and user and collection; what is left out of the three is "default")')
    .option('--user <name>', 'only of this user')
    .option('--collection <name>', 'only of this collection');
}

/** The scope they name; none of them: no scope. */
export function scopeOfFlags({ workspace, user, collection }: ScopeFlags): Scope | undefined {
  if (workspace === undefined && user === undefined && collection === undefined) return undefined;
  return scopeOf({ workspace: workspace ?? 'default', user: user ?? 'default', collection: collection ?? 'default' });
}
