import { expect, test } from 'vitest';
import { secretMask } from './secret-mask.ts';

const secret = 'pässword/1"2';
const { text, output } = secretMask([secret]);

test('a secret is taken out as it is, and as it stands in JSON, a URL and base64', () => {
  expect(text(`a ${secret} b`)).toBe('a *** b');
  expect(text(JSON.stringify({ secret }))).toBe('{"secret":"***"}');
  expect(text(`?key=${encodeURIComponent(secret)}`)).toBe('?key=***');
  expect(text(`Basic ${Buffer.from(secret).toString('base64')}`)).toBe('Basic ***');
});

test.each([1, 2, 3, 5, 100])('a secret is taken out of pieces of %i bytes, and nothing else is changed', async (size) => {
  const bytes = Buffer.from(`é${secret}ü ${secret}${secret} end pässw`);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const { content } = output({ content: pieces() });
  const read = Buffer.concat(await Array.fromAsync(content as AsyncIterable<Uint8Array>));
  expect(read.toString()).toBe('é***ü ****** end pässw');
});

test('what comes before a failure is shown, and the failure says no secret', async () => {
  async function* failing() {
    yield `before ${secret}`;
    throw new Error(`refused ${secret}`, { cause: secret });
  }
  const read: string[] = [];
  const reading = (async () => {
    for await (const piece of output({ content: failing() }).content as AsyncIterable<Uint8Array>) read.push(String(piece));
  })();
  await expect(reading).rejects.toThrow(/^refused \*\*\*$/);
  expect(read.join('')).toBe('before ***');
});
