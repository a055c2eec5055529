import { OperationError } from '@agent-mem/contract';

/** Throws `invalid-argument` with the variable's name unless this is the address of a server. No message repeats the address: a password may stand in it. */
export function checkUrl(prefix: string, url: string): void {
  const address = URL.parse(url);
  if (address?.protocol !== 'http:' && address?.protocol !== 'https:')
    throw new OperationError('invalid-argument', `${prefix}_URL must start with http:// or https://`);
  // No request is made of such an address, and each failure would log it.
  if (address.username !== '' || address.password !== '')
    throw new OperationError('invalid-argument', `${prefix}_URL must have no user and no password; the key is ${prefix}_API_KEY`);
}
