import { OperationError } from '@agent-mem/contract';

/** Throws `invalid-argument` with the variable's name unless this is the address of a server. */
export function checkUrl(prefix: string, url: string): void {
  const protocol = URL.parse(url)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return;
  throw new OperationError('invalid-argument', `${prefix}_URL must start with http:// or https://`);
}
