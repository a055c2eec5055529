import type { ResponseOf } from '@agent-mem/contract';
import type { ScopeFields } from '../chaos/scopes.ts';
import { rest } from '../process/rest.ts';

/** Over a MiB: embedded it lies in a file of its own. */
const content = Array.from({ length: 60_000 }, (_, line) => `line ${line} of a large output\n`).join('');
const chunkBytes = 500_000;

/** Stores it in chunks, as a tool does; answers its key. */
export async function storeLargeDetail(url: string, scope: ScopeFields = {}): Promise<string> {
  const count = Math.ceil(content.length / chunkBytes);
  for (let sequence = 0; ; sequence += 1) {
    const chunk = content.slice(sequence * chunkBytes, (sequence + 1) * chunkBytes);
    const part = { upload_id: 'large', sequence, chunk, end: sequence === count - 1, ...scope };
    const { detail } = await rest(url, 'working-memory', 'store_detail', part);
    if (detail) return detail.memory_key;
  }
}

/** Whether every byte of it is there. */
export async function hasLargeDetail(url: string, memory_key: string, scope: ScopeFields = {}): Promise<boolean> {
  let read = '';
  let offset: number | null = 0;
  while (offset !== null) {
    const asked = { memory_key, offset, max_bytes: chunkBytes, ...scope };
    const part: ResponseOf<'working-memory', 'retrieve_detail'> = await rest(url, 'working-memory', 'retrieve_detail', asked);
    read += part.content;
    offset = part.next_offset;
  }
  return read === content;
}
