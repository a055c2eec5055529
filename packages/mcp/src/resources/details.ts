import { isOfNoText } from '@agent-mem/memory-tools';
import { ask, type Memory } from '../memory.ts';
import type { ResourceContent, ResourceKind } from './resource-kind.ts';

const mostBytes = 524_288;
/** In base64 they take as much as a text does. */
const mostBinaryBytes = (mostBytes / 4) * 3;

/** Large output that was stored aside, by its keys; it is found by what it says too. */
export const detailResources: ResourceKind = {
  kind: 'details',
  title: 'Large output',
  description: 'Output that store_memory has stored, up to 512 KiB of it',
  variable: 'memory_key',
  async read(memory_key, memory) {
    try {
      const { content, detail } = await ask(memory, 'working-memory', 'retrieve_detail', { memory_key, max_bytes: mostBytes });
      return { mimeType: detail?.content_type || 'text/plain', text: content };
    } catch (cause) {
      if (!isOfNoText(cause)) throw cause;
      return await bytesOf(memory_key, memory);
    }
  },
  async complete(typed, memory) {
    if (typed.trim() === '') return [];
    const { details } = await ask(memory, 'working-memory', 'search_details', { query: typed.replaceAll('_', ' '), top_k: 20 });
    return details
      .map(({ memory_key }) => memory_key)
      .toSorted((a, b) => Number(b.startsWith(typed)) - Number(a.startsWith(typed)));
  },
};

async function bytesOf(memory_key: string, memory: Memory): Promise<ResourceContent> {
  const asked = { memory_key, max_bytes: mostBinaryBytes, encoding: 'base64' } as const;
  const { content, detail } = await ask(memory, 'working-memory', 'retrieve_detail', asked);
  return { mimeType: detail?.content_type || 'application/octet-stream', blob: content };
}
