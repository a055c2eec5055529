import { expect, it } from 'vitest';
import { commandLinePage } from '../../command-line/page.ts';
import { slashCommands } from './slash-commands.ts';

it('chat --help names every command of the prompt', async () => {
  const page = await commandLinePage();
  for (const { name, meaning } of slashCommands) expect(page).toMatch(new RegExp(`^ +/${name} .*${meaning}$`, 'm'));
});
