import type { IncomingMessage } from 'node:http';
import { OperationError } from '@agent-mem/contract';

/** Headers of ours that carry a name of the caller's: it may have any characters. */
export type NameHeader = 'X-User' | 'X-Agent-Mem-Conversation';

/**
 * The name in a header, as the UTF-8 that stands there; `null`: the header is not there, or is empty. Throws `invalid-argument` where two names could be read as one: where
 * the header comes twice, since Node joins headers of one name, and where it is no UTF-8, since the Latin-1 of one name may be the UTF-8 of another.
 */
export function nameHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, header: NameHeader): string | null {
  const name = header.toLowerCase();
  const values = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name);
  const [value = '', another] = values;
  if (another !== undefined) throw new OperationError('invalid-argument', `${header}: must come once`);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(value, 'latin1')) || null;
  } catch {
    throw new OperationError(
      'invalid-argument',
      `${header}: must be UTF-8; fetch writes Latin-1 unless it gets the bytes of UTF-8`,
    );
  }
}
