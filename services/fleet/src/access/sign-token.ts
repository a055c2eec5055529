import { checkGrant, fleetTokenName, type NewKey } from '@agent-mem/access';
import { OperationError, systemClock } from '@agent-mem/contract';
import type { Terminal } from '../command-line/terminal.ts';
import { programConfig } from '../config.ts';
import { startLogger } from '../log.ts';
import { tokenSigner } from './scope-tokens.ts';

/** A token for messages on the bus. Throws `UsedWrongly` where no key can sign it, `invalid-argument` for a wrong member. */
export async function signToken(
  environment: Terminal['environment'],
  claims: Omit<NewKey, 'expiresAt' | 'text'> & { readonly lastsMs: number },
): Promise<string> {
  if (claims.name === fleetTokenName) throw new OperationError('invalid-argument', `name: ${fleetTokenName} is the fleet's own`);
  checkGrant(claims);
  const sign = await tokenSigner(programConfig(environment), { clock: systemClock, log: startLogger(environment, 'warn') });
  return sign({ ...claims, message: null });
}
