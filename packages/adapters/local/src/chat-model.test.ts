import { isByRules } from '@agent-mem/llm';
import { expect, it } from 'vitest';
import { createLocalChatModel } from './chat-model.ts';

const model = createLocalChatModel();
const refusal = { type: 'failed-precondition', message: expect.stringContaining('Set LLM_URL and LLM_MODEL') };

it('is known to be no model', () => {
  expect(isByRules(model)).toBe(true);
});

it.each(['react', 'record-episode', 'summarise-steps'] as const)('answers no "%s", whole or streamed', async (template) => {
  const options = { signal: new AbortController().signal };
  const request = { template, variables: {}, messages: [] };
  await expect(model.generate(request, options)).rejects.toMatchObject(refusal);
  await expect(Array.fromAsync(model.stream(request, options))).rejects.toMatchObject(refusal);
});

it('is cancelled by an aborted signal', async () => {
  const request = { template: 'react' as const, variables: {}, messages: [] };
  await expect(model.generate(request, { signal: AbortSignal.abort() })).rejects.toMatchObject({ type: 'cancelled' });
});
