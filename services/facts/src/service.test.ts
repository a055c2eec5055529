import { expect, test } from 'vitest';
import { startFacts } from '../test/start-facts.ts';

test('a file of prompts that cannot be read stops the start and is named', async () => {
  const started = startFacts({ environment: { PROMPTS_FILE: '/nowhere/prompts.yaml' } });
  await expect(started).rejects.toThrow(/\/nowhere\/prompts\.yaml/);
});

test('a variable that cannot be read stops the start and is named', async () => {
  await expect(startFacts({ environment: { MODEL_TIMEOUT_MS: 'soon' } })).rejects.toThrow(/^MODEL_TIMEOUT_MS must be/);
});
