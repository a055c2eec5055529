import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { documented } from './documented.ts';
import { type HookedFleet, startHookedFleet } from './hooked-fleet.ts';

const silent = { exitCode: 0, output: '', errors: '' };
const transcript = fileURLToPath(new URL('transcripts/gemini.jsonl', import.meta.url));
const garbled = 'Let me look. me look.\nYou drink sencha.  drink sencha.';
let hooked: HookedFleet;
let text: string;
beforeAll(async () => {
  hooked = await startHookedFleet();
  text = await readFile(transcript, 'utf8');
});
afterAll(() => hooked[Symbol.asyncDispose]());

async function storedWith(session: string, transcript_path: unknown): Promise<readonly string[]> {
  const reply = { ...documented.gemini.reply(session, 'turn-2', garbled), transcript_path };
  for (const _ of [1, 2]) expect(await hooked.run('gemini', reply)).toEqual(silent);
  return hooked.stored(session);
}

it('the reply of Gemini CLI is stored from its transcript, once', async () => {
  expect(await storedWith('whole', transcript)).toEqual(['assistant: Let me look.\nYou drink sencha.']);
});

it('of a huge transcript the end is read', async () => {
  const huge = join(hooked.folder, 'huge.jsonl');
  await writeFile(huge, `${JSON.stringify({ type: 'user', content: 'long '.repeat(1_000_000) })}\n${text}`);
  expect(await storedWith('huge', huge)).toEqual(['assistant: Let me look.\nYou drink sencha.']);
});

it.each<[string, (text: string) => string]>([
  ['torn at its end', (whole) => whole.slice(0, whole.indexOf('You drink sencha.') - 200)],
  ['torn in the user’s words and at its end', (whole) => `${whole.slice(0, whole.indexOf('What do I drink?') + 5)}\n`],
  ['whose turn begins before what is read', (whole) => `${whole}${JSON.stringify({ info: 'long '.repeat(500_000) })}\n`],
  ['of another tool', () => '{"type":"user","message":{"content":"I drink sencha."}}\n{"type":"assistant"}\n'],
  ['of another session', (whole) => whole.replace('You drink sencha.', 'You drink mate.')],
  ['that is no JSON', () => '\0\n}{\n'],
  ['without a word', () => ''],
])('with a transcript %s, what the hook was given is stored', async (name, change) => {
  const changed = join(hooked.folder, 'changed.jsonl');
  await writeFile(changed, change(text));
  expect(await storedWith(name, changed)).toEqual([`assistant: ${garbled}`]);
});

it.each(['/nowhere/none.jsonl', '/', '', null, 7])('with a transcript at %s, what the hook was given is stored', async (path) => {
  expect(await storedWith(`at ${path}`, path)).toEqual([`assistant: ${garbled}`]);
});
