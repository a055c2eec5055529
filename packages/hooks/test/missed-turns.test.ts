import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beforeCompaction, documented } from './documented.ts';
import { type HookedFleet, startHookedFleet } from './hooked-fleet.ts';

const silent = { exitCode: 0, output: '', errors: '' };
const all = ['user: I drink sencha.', 'assistant: Noted.', 'user: And I live in Lyon.', 'assistant: A fine city.'];
let hooked: HookedFleet;
beforeAll(async () => {
  hooked = await startHookedFleet();
});
afterAll(() => hooked[Symbol.asyncDispose]());

describe.each(['claude-code', 'codex'] as const)('before a compaction of %s', (tool) => {
  const transcript = fileURLToPath(new URL(`transcripts/${tool}.jsonl`, import.meta.url));

  it('what the fleet has missed is stored from the transcript, once', async () => {
    const session = `away-${tool}`;
    for (const _ of [1, 2]) expect(await hooked.run(tool, beforeCompaction(session, transcript))).toEqual(silent);
    expect(await hooked.stored(session)).toEqual(all);
    const { messages } = await hooked.fleet.caller.call('conversations', 'history', { conversation_id: session });
    expect(messages[0]?.timestamp).toMatch(/^2026-11-25T18:1[23]/);
  });

  it('what the fleet has missed is stored when the session goes on', async () => {
    const session = `resumed-${tool}`;
    const resumed = { ...documented[tool].start(session), source: 'resume', transcript_path: transcript };
    for (const _ of [1, 2]) expect((await hooked.run(tool, resumed)).exitCode).toBe(0);
    expect(await hooked.stored(session)).toEqual(all);
  });

  it('what is stored is not stored again', async () => {
    const session = `half-${tool}`;
    await hooked.run(tool, documented[tool].prompt(session, 'turn-1', 'I drink sencha.'));
    await hooked.run(tool, documented[tool].reply(session, 'turn-1', 'Noted.'));
    await hooked.run(tool, beforeCompaction(session, transcript));
    expect(await hooked.stored(session)).toEqual(all);
  });

  it('a transcript that is cut loses nothing of its whole lines, and nothing that was stored', async () => {
    const session = `cut-${tool}`;
    const text = await readFile(transcript, 'utf8');
    const cut = join(hooked.folder, `${tool}.jsonl`);
    const first = text.indexOf('Lyon') - 20;
    await writeFile(cut, `${text.slice(40, first)}`);
    await hooked.run(tool, documented[tool].prompt(session, 'turn-2', 'And I live in Lyon.'));
    expect(await hooked.run(tool, beforeCompaction(session, cut))).toEqual(silent);
    expect((await hooked.stored(session)).toSorted()).toEqual(all.slice(0, 3).toSorted());
  });

  it.each(['/nowhere/none.jsonl', '/', null])('a transcript at %s disturbs nothing', async (path) => {
    const session = `none-${tool}`;
    await hooked.run(tool, documented[tool].prompt(session, 'turn-1', 'I drink sencha.'));
    expect(await hooked.run(tool, beforeCompaction(session, path))).toEqual(silent);
    expect(await hooked.stored(session)).toEqual(['user: I drink sencha.']);
  });
});

it('a reply after a hook has stopped the end of a turn is stored beside the first', async () => {
  const first = documented['claude-code'].reply('stopped', 'a', 'Done.');
  await hooked.run('claude-code', first);
  await hooked.run('claude-code', {
    ...documented['claude-code'].reply('stopped', 'a', 'Now it is done.'),
    stop_hook_active: true,
  });
  expect(await hooked.stored('stopped')).toEqual(['assistant: Done.', 'assistant: Now it is done.']);
});
