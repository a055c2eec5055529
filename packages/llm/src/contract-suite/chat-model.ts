import { OperationError } from '@agent-mem/contract';
import { describe, expect, it } from 'vitest';
import type { ChatCall, ChatModel, ChatRequest, ChatTool } from '../chat-model.ts';
import { createPrompts } from '../prompts.ts';

const items = [{ step: 1, type: 'observation', content: 'It is on floor 3.' }];
const variables = { goal: 'find the red door', record: '', items, max_tokens: 50 };
const request: ChatRequest = {
  template: 'summarise-steps',
  variables,
  messages: createPrompts().render('summarise-steps', variables),
};

/** The calls that `openCalling` answers with. */
export const suiteCalls: readonly ChatCall[] = [
  { name: 'look.up', arguments: '{"word":"door"}' },
  { name: 'Open', arguments: '{"what":"the red door","how":{"wide":true}}' },
];
const tools: readonly ChatTool[] = ['look.up', 'Open'].map((toolName) => ({
  name: toolName,
  description: 'Does it',
  parameters: { type: 'object', properties: {} },
}));

/** What not every model has. */
export interface ChatModelSuiteOptions {
  /** One that answers a request with tools by `suiteCalls` and no text. */
  readonly openCalling?: () => Promise<ChatModel>;
}

/** Checks a chat model that can answer `summarise-steps`. `open` gives a fresh one each time. */
export function describeChatModel(
  name: string,
  open: () => Promise<ChatModel>,
  { openCalling }: ChatModelSuiteOptions = {},
): void {
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

    it.runIf(openCalling)('gives its calls once, in order, before its text is over, whole and streamed', async () => {
      if (!openCalling) return;
      const calling = { ...request, tools };
      const whole: (readonly ChatCall[])[] = [];
      const options = { signal: AbortSignal.timeout(10_000), onCalls: (calls: readonly ChatCall[]) => void whole.push(calls) };
      expect(await (await openCalling()).generate(calling, options)).toBe('');
      expect(whole).toEqual([suiteCalls]);
      const streamed: (readonly ChatCall[])[] = [];
      const streaming = { ...options, onCalls: (calls: readonly ChatCall[]) => void streamed.push(calls) };
      const text = await Array.fromAsync((await openCalling()).stream(calling, streaming));
      expect([text.join(''), streamed]).toEqual(['', [suiteCalls]]);
    });

    it('lets a reader of its stream leave early', async () => {
      for await (const piece of (await open()).stream(request, { signal: AbortSignal.timeout(10_000) })) {
        expect(piece).toBeTypeOf('string');
        break;
      }
    });
  });
}
