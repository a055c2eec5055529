import { readFileSync } from 'node:fs';
import { OperationError } from '@agent-mem/contract';

/** The PEM text of the authorities a server's certificate is trusted by. Throws `invalid-argument` with the path if it cannot be read. */
export function readAuthorities(caFile: string): string {
  try {
    return readFileSync(caFile, 'utf8');
  } catch (cause) {
    throw new OperationError('invalid-argument', `its CA file ${caFile} cannot be read`, { cause });
  }
}
