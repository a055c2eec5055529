import { OperationError } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import type { ChatModel, ChatRequest } from '../chat-model.ts';
import { createPrompts } from '../prompts.ts';

const items = [{ step: 1, type: 'observation', content: 'It is on floor 3.' }];
const variables = { goal: 'find the red door', record: '', items, max_tokens: 50 };
const request: ChatRequest = {
  template: 'summarise-steps',
  variables,
  messages: createPrompts().render('summarise-steps', variables),
};

/** Checks a chat model that can answer `summarise-steps`. `open` gives a fresh one each time. */
export function describeChatModel(name: string, open: () => Promise<ChatModel>): void {
  describe(`${name} is a ChatModel`, () => {
    it('has an id', async () => {
      expect((await open()).id).toMatch(/^\S+$/);
    });

    it('answers with text', async () => {
      expect(await (await open()).generate(request, { signal: AbortSignal.timeout(10_000) })).toMatch(/\S/);
    });

    it('streams the text that it would generate', async () => {
      const whole = await (await open()).generate(request, { signal: AbortSignal.timeout(10_000) });
      const pieces = await Array.fromAsync((await open()).stream(request, { signal: AbortSignal.timeout(10_000) }));
      expect(pieces.join('')).toBe(whole);
    });

    it('is cancelled by an aborted signal, whole and streamed', async () => {
      const signal = AbortSignal.abort();
      await expect((await open()).generate(request, { signal })).rejects.toMatchObject({ type: 'cancelled' });
      const stream = Array.fromAsync((await open()).stream(request, { signal }));
      await expect(stream).rejects.toBeInstanceOf(OperationError);
    });

    it('lets a reader of its stream leave early', async () => {
      for await (const piece of (await open()).stream(request, { signal: AbortSignal.timeout(10_000) })) {
        expect(piece).toBeTypeOf('string');
        break;
      }
    });
  });
}
