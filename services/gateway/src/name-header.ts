import type { IncomingMessage } from 'node:http';
import { OperationError } from '@agent-mem/contract';

/** Headers of ours that carry a name of the caller's: it may have any characters. */
export type NameHeader = 'X-User' | 'X-Agent-Mem-Conversation';

/**
 * The name in a header, which is UTF-8; `null`: the header is not there, or is empty. Throws `invalid-argument` where it is something else, or comes twice: Node reads
 * the bytes as Latin-1 and joins headers of one name, and either way it would be the name of somebody else.
 */
export function nameHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, header: NameHeader): string | null {
  const name = header.toLowerCase();
  const values = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
  const [value = '', another] = values;
  if (another !== undefined) throw new OperationError('invalid-argument', `${header}: must come once`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1')) || null;
  } catch (cause) {
    throw new OperationError('invalid-argument', `${header}: must be UTF-8; encode its text so`, { cause });
  }
}
