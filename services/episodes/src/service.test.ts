import { expect, test } from 'vitest';
import { startEpisodes } from '../test/start-episodes.ts';

test('a file of prompts that cannot be read stops the start and is named', async () => {
  const started = startEpisodes({ environment: { PROMPTS_FILE: '/nowhere/prompts.yaml' } });
  await expect(started).rejects.toThrow(/\/nowhere\/prompts\.yaml/);
});

test('a variable that cannot be read stops the start and is named', async () => {
  await expect(startEpisodes({ environment: { MODEL_TIMEOUT_MS: 'soon' } })).rejects.toThrow(/^MODEL_TIMEOUT_MS must be/);
});
