import type { IncomingMessage } from 'node:http';
import { OperationError } from '@agent-mem/contract';

/** Headers of ours that carry a name of the caller's: it may have any characters. */
export type NameHeader = 'X-User' | 'X-Agent-Mem-Conversation';

/**
 * The name in a header; `null`: the header is not there, or is empty. It is UTF-8, or else Latin-1, which `fetch` writes. Throws `invalid-argument` where it comes twice:
 * Node joins headers of one name, and that would be the name of somebody else.
 */
export function nameHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, header: NameHeader): string | null {
  const name = header.toLowerCase();
  const values = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
  const [value = '', another] = values;
  if (another !== undefined) throw new OperationError('invalid-argument', `${header}: must come once`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1')) || null;
  } catch {
    return value;
  }
}
