import type { ModelUsage } from '@agent-mem/contract';
import { type CallUsage, type ChatModel, type ChatRequest, scriptedChatModel } from '@agent-mem/llm';
import { countTokens } from '@agent-mem/recall/ranking';
import { expect, it } from 'vitest';
import { meteredChatModel } from './metered-chat-model.ts';

const question = 'Which door is the red one, and where does it lead?';
const request: ChatRequest = { template: 'react', variables: {}, messages: [{ role: 'user', content: question }] };
const signal = new AbortController().signal;

function metered(model: ChatModel) {
  const reported: ModelUsage[] = [];
  const heard: CallUsage[] = [];
  return {
    model: meteredChatModel(model, (usage) => reported.push(usage)),
    reported,
    options: { signal, onUsage: (usage: CallUsage) => heard.push(usage) },
    heard,
  };
}

/** A server that reports what each call took. */
const reporting: ChatModel = {
  id: 'openai:x',
  async generate(_request, { onUsage }) {
    onUsage?.({ tokensIn: 70, tokensOut: 7, isEstimated: false });
    return 'Red';
  },
  async *stream(_request, { onUsage }) {
    yield 'Re';
    yield 'd';
    onUsage?.({ tokensIn: 80, tokensOut: 8, isEstimated: false });
  },
};

it('takes the figures of the server, whole and streamed', async () => {
  const { model, reported, options, heard } = metered(reporting);
  expect(await model.generate(request, options)).toBe('Red');
  expect((await Array.fromAsync(model.stream(request, options))).join('')).toBe('Red');
  expect(reported).toEqual([
    { model: 'openai:x', calls: 1, tokens_in: 70, tokens_out: 7, estimated: false },
    { model: 'openai:x', calls: 1, tokens_in: 80, tokens_out: 8, estimated: false },
  ]);
  expect(heard.map(({ tokensIn }) => tokensIn)).toEqual([70, 80]);
});

it('counts where there are none, and says that it did', async () => {
  const { model, reported, options } = metered(scriptedChatModel(['The one on floor three']));
  await model.generate(request, options);
  const tokens = { tokens_in: countTokens(question), tokens_out: countTokens('The one on floor three') };
  expect(reported).toEqual([{ model: 'scripted', calls: 1, ...tokens, estimated: true }]);
});

it('counts what was read of a stream that is left or breaks', async () => {
  const { model, reported, options } = metered(reporting);
  for await (const _ of model.stream(request, options)) break;
  expect(reported).toMatchObject([{ calls: 1, tokens_out: countTokens('Re'), estimated: true }]);

  const breaking = metered({
    ...reporting,
    async *stream() {
      yield 'Re';
      throw new Error('broken');
    },
  });
  await expect(Array.fromAsync(breaking.model.stream(request, options))).rejects.toThrow('broken');
  expect(breaking.reported).toHaveLength(1);
});

it('reports a call that failed where the server says what it took', async () => {
  const thinking = metered({
    ...reporting,
    async generate(_request, { onUsage }) {
      onUsage?.({ tokensIn: 70, tokensOut: 900, isEstimated: false });
      throw new Error('nothing but thoughts');
    },
  });
  await expect(thinking.model.generate(request, thinking.options)).rejects.toThrow('thoughts');
  expect(thinking.reported).toMatchObject([{ calls: 1, tokens_out: 900 }]);
});

it('reports no call that gave nothing, and no rules', async () => {
  const failing = metered(scriptedChatModel([new Error('away')]));
  await expect(failing.model.generate(request, failing.options)).rejects.toThrow('away');
  const rules = metered({ ...scriptedChatModel(['quoted']), id: 'local:rules' });
  await rules.model.generate(request, rules.options);
  expect([...failing.reported, ...rules.reported]).toEqual([]);
});
