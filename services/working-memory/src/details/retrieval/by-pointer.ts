import { inTurns, ownTurn, type Sliced } from '@agent-mem/runtime';
import type { StoredBytes } from '../read-content.ts';
import { indented } from './json/indented.ts';
import { spanAt } from './json/value-at.ts';

/** The value at a JSON pointer (RFC 6901), as a content of its own: a text as it is, anything else as JSON. Throws as `spanAt` does. */
export async function valueAt(content: StoredBytes, pointer: string, signal: AbortSignal): Promise<StoredBytes> {
  const bytes = Buffer.from(await content.read({ offset: 0, maxBytes: content.sizeBytes }));
  const text = await inTurns(pointedAt(bytes.toString(), pointer), async () => {
    await ownTurn();
    signal.throwIfAborted();
  });
  return {
    memoryKey: content.memoryKey,
    sizeBytes: text.length,
    read: async ({ offset, maxBytes }) => text.subarray(offset, offset + maxBytes),
  };
}

function* pointedAt(text: string, pointer: string): Sliced<Buffer> {
  const { start, end } = yield* spanAt(text, pointer);
  const value = text.slice(start, end);
  return value.startsWith('"') ? Buffer.from(JSON.parse(value) as string) : yield* indented(value);
}
