import type { Caller } from '@agent-mem/messaging';
import type { OpenScope } from '../open-scope.ts';

/** What taking in a person's changes stands on. */
export interface Taking extends OpenScope {
  readonly caller: Pick<Caller, 'call'>;
  /** Says of a file why it was not taken in. The line is of the file; `null`: the whole file is meant. */
  refuse(path: string, line: number | null, reason: string): void;
}

/** The members of a request that name the scope. */
export function scopeMembers({ scope: { workspace, user, collection } }: Pick<OpenScope, 'scope'>) {
  return { workspace, user, collection };
}
