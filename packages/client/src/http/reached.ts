import { MemoryError } from '../memory-error.ts';

/** What a response is read by. A connection that is refused or breaks becomes `unavailable`. */
export async function reached<Value>(url: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof MemoryError) throw cause;
    const message = `${url} cannot be reached, or the connection broke${reasonOf(cause)}`;
    throw new MemoryError('unavailable', message, { retryable: true, cause });
  }
}

/** Node's code of what failed, such as that of a certificate that it does not trust; browsers say nothing. */
function reasonOf(cause: unknown): string {
  const { code } = ((cause as Error | null)?.cause ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? ` (${code})` : '';
}
