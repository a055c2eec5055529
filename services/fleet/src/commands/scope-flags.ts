import { type Scope, scopeOf } from '@agent-mem/contract';
import type { Command } from 'commander';
import { UsedWrongly } from '../refusal.ts';

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

/** Flags that say whose memory, or what of it, a command is about. */
const naming = ['workspace', 'user', 'collection', 'conversation', 'record'];

/** Throws `UsedWrongly` for such a flag without a name, as where a variable of the shell is not set: the command would be about the memory of "default". */
export function refuseBlankNames(command: Command): void {
  const blank = naming.find((name) => /^\s*$/.test(command.getOptionValue(name) ?? name));
  if (blank !== undefined) throw new UsedWrongly(`${command.name()}: --${blank} is blank, and must name one`);
}
