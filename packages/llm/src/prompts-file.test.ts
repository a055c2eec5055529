import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadPrompts } from './prompts-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prompts-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function load(content: string) {
  const path = join(folder, 'prompts.yaml');
  await writeFile(path, content);
  return loadPrompts(path);
}

it.each([
  ['YAML', 'extract-facts: |\n  Facts of {{message}}\n'],
  ['JSON', '{"extract-facts": "Facts of {{message}}"}'],
])('reads %s', async (_, content) => {
  const prompts = await load(content);
  expect(prompts.render('extract-facts', { message: 'this', observations: [] })).toEqual([
    { role: 'user', content: 'Facts of this' },
  ]);
});

it.each([
  ['an unknown name', 'reakt: hello', /prompts\.yaml has a prompt "reakt"; known are react, /],
  ['a broken template', 'react: "{{#facts}}"', /prompts\.yaml: Prompt "react" is broken/],
  ['no text', 'react: 5', /prompt "react" must be a text/],
  ['an empty text', 'react: ""', /prompt "react" must be a text/],
  ['a list', '- react', /must map names of prompts to texts/],
  ['nothing', '', /must map names of prompts to texts/],
  ['no YAML', 'react: [', /prompts\.yaml: /],
])('refuses %s', async (_, content, message) => {
  await expect(load(content)).rejects.toThrow(message);
});

it('refuses a file that is not there, by its name', async () => {
  await expect(loadPrompts(join(folder, 'gone.yaml'))).rejects.toThrow(/gone\.yaml/);
});
