import { memoryTool } from '@agent-mem/memory-tools';
import { defaultScope, startFleet } from '@agent-mem/testing';
import { expect, it } from 'vitest';

/** A sign of several bytes stands wherever a page may end. */
const content = Buffer.from(
  Array.from({ length: 40_000 }, (_, line) => `line ${line}: größe 🚀 東京 took ${line * 7} ms, no error\n`).join(''),
);
const chunkBytes = 300_000;

it('retrieve_memory opens 2 MB page by page, byte for byte', async () => {
  expect(content.length).toBeGreaterThan(2_000_000);
  await using fleet = await startFleet({ services: ['working-memory', 'graph'] });
  const { caller } = fleet;
  for (let sequence = 0; sequence * chunkBytes < content.length; sequence += 1)
    await caller.call('working-memory', 'store_detail', {
      upload_id: 'log',
      memory_key: 'log',
      description: 'a long log',
      sequence,
      chunk: content.subarray(sequence * chunkBytes, (sequence + 1) * chunkBytes).toString('base64'),
      encoding: 'base64',
      end: (sequence + 1) * chunkBytes >= content.length,
    });

  const tool = memoryTool('retrieve_memory');
  const opened = async (page: string) => {
    const args = { memory_key: '[MemoryRef: log - a long log]', page };
    const shown = await tool?.run(args, { caller, scope: defaultScope, invocation: null, options: { timeoutMs: 60_000 } });
    return shown?.text ?? '';
  };
  const pages: string[] = [];
  for (let page: string | null = '1'; page !== null; ) {
    // Behind the content stands how to go on, on the last page too.
    const [, text = '', go = '']: readonly string[] = /^(.*)\n\[([^\n]*)\]$/s.exec(await opened(page)) ?? [];
    pages.push(text);
    page = /Go on with page (\d+)/.exec(go)?.[1] ?? null;
  }
  expect(pages.length).toBeGreaterThan(600);
  expect(Buffer.from(pages.join('')).equals(content)).toBe(true);
});
