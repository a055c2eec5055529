import { MemoryError } from '../memory-error.ts';

/** What a response is read by. A connection that is refused or breaks becomes `unavailable`. */
export async function reached<Value>(url: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (cause) {
    if (cause instanceof MemoryError) throw cause;
    throw new MemoryError('unavailable', `${url} cannot be reached, or the connection broke`, { retryable: true, cause });
  }
}
