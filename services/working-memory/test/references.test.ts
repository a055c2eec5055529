import { newId, referencesIn } from '@agent-mem/contract';
import { seededRandom } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { randomTrace } from './random-trace.ts';
import { type DetailsFleet, startDetails } from './start-details.ts';

const descriptions = ['a log', 'said "no" ] twice', 'C:\\temp\\[1].log', 'two\nlines — größe 東京', '100 % <b>', ''];

/** Every reference of a text opens, byte for byte; answers their keys. */
async function opened(details: DetailsFleet, text: string, contents: ReadonlyMap<string, string>): Promise<readonly string[]> {
  const references = referencesIn(text);
  for (const { key } of references) expect((await details.whole(key)).toString(), key).toBe(contents.get(key));
  return references.map(({ key }) => key);
}

it('every reference in the context of a random trace opens, however it was compressed, encoded and cut', async () => {
  await using details = await startDetails();
  const { caller } = details.fleet;
  let shown = 0;
  for (let seed = 1; seed <= 12; seed += 1) {
    const random = seededRandom(seed);
    const contents = new Map<string, string>();
    const items: { type: 'thought' | 'action' | 'observation'; content: string }[] = [];
    for (const { type, content } of randomTrace(random).items) {
      const isStored = type === 'observation' && random() < 0.5;
      const description = descriptions[Math.floor(random() * descriptions.length)] ?? '';
      const { placeholder, memory_key } = isStored
        ? await details.store({ content, description, user: 'default' })
        : { placeholder: '', memory_key: null };
      if (memory_key) contents.set(memory_key, content);
      items.push({ type: type as 'thought', content: isStored ? `${placeholder}\nStatus: ok.` : content });
    }
    if (items.length === 0) continue;
    const invocation_id = newId('inv');
    for (let start = 0; start < items.length; start += 100)
      await caller.call('working-memory', 'append', { invocation_id, items: items.slice(start, start + 100) });
    const assembled = async (max_tokens: number) =>
      (await caller.call('working-memory', 'assemble', { invocation_id, max_tokens })).items
        .map(({ content }) => content)
        .join('\n');

    const whole = await opened(details, await assembled(1_000_000), contents);
    expect(new Set(whole)).toEqual(new Set(contents.keys()));
    for (const maxTokens of [300, 1_000]) {
      await caller.call('working-memory', 'compress', { invocation_id, max_tokens: maxTokens });
      const context = await assembled(maxTokens);
      const keys = await opened(details, context, contents);
      shown += keys.length;
      // As a model's history, a journal and a message hold it: JSON, and JSON in JSON.
      expect(await opened(details, JSON.stringify([context]), contents)).toEqual(keys);
      expect(await opened(details, JSON.stringify({ body: JSON.stringify({ context }) }), contents)).toEqual(keys);
      // A stream that is cut anywhere is whole again when both parts have come.
      const bytes = Buffer.from(context);
      const cut = Math.floor(random() * bytes.length);
      const decoder = new TextDecoder();
      const streamed = decoder.decode(bytes.subarray(0, cut), { stream: true }) + decoder.decode(bytes.subarray(cut));
      expect(await opened(details, streamed, contents)).toEqual(keys);
    }
    const record = (await caller.call('working-memory', 'assemble', { invocation_id, max_tokens: 300 })).record;
    await opened(details, (record?.references ?? []).join('\n'), contents);
  }
  expect(shown).toBeGreaterThan(30);
});

it('a detail opens by its placeholder, by the word in it and by its key, and is deleted so once', async () => {
  await using details = await startDetails();
  for (const memory_key of ['مفتاح 🚢', 'a%20b', 'plain']) {
    const { placeholder } = await details.store({ content: `of ${memory_key}`, memory_key, description: 'with ] and "' });
    const word = /\[MemoryRef: (\S+) - /.exec(placeholder ?? '')?.[1] ?? '';
    for (const given of [memory_key, word, placeholder ?? ''])
      expect((await details.retrieve({ memory_key: given })).content, given).toBe(`of ${memory_key}`);
    const remove = () => details.fleet.caller.call('working-memory', 'delete_detail', { memory_key: placeholder ?? '' });
    expect([await remove(), await remove()]).toEqual([{ success: true }, { success: true }]);
    await expect(details.retrieve({ memory_key })).rejects.toMatchObject({ type: 'not-found' });
  }
});
