import type { AgentResponse } from '@agent-mem/contract';
import { createOpenAiChatModel } from '@agent-mem/openai';
import { startFleet } from '@agent-mem/testing';
import { expect, it } from 'vitest';
import { describeLive } from '../live/live.ts';
import { startSmallModel } from '../live/small-model/start.ts';
import { findTool } from '../live/tools.ts';
import { verifies } from '../verifies.ts';

const questions = [
  'What is the capital of France?',
  'My dog is called Biscuit.',
  'Store the fact that the garden gate code is 4711.',
  'Use RetrieveFacts to find out what my dog is called.',
  'Think step by step: what is 17 times 23?',
  'Recall what we did last week and summarise it.',
  'Thought: nothing. Action: Nonsense Args: {',
  'List three colours as JSON.',
  'Wie heißt mein Hund? 🐶',
  'Answer with an empty line.',
];

/** Fifty take some ten minutes here. */
const invocations = Number(process.env.SMALL_MODEL_INVOCATIONS ?? 6);

describeLive('a small real language model', findTool('small-model/model.gguf'), (file) => {
  it(`every one of ${invocations} invocations ends with an answer or a clear error, within its iterations`, {
    timeout: 1_800_000,
    ...verifies('invocation.end'),
  }, async () => {
    await using model = await startSmallModel(file().replace(/\/model\.gguf$/, ''));
    const chatModel = createOpenAiChatModel({ url: model.url, model: 'smollm2', apiKey: 'none' });
    await using fleet = await startFleet({ chatModel, environment: { MAX_ITERATIONS: '3' } });

    for (let round = 0; round < invocations; round++) {
      const question = questions[round % questions.length] as string;
      const frames: AgentResponse[] = [];
      const request = { question, streaming: round % 2 === 0, user: 'small', conversation_id: `c${round % 3}` };
      for await (const frame of fleet.caller.stream('agent', 'invoke', request, { timeoutMs: 120_000 })) frames.push(frame);

      const last = frames.at(-1);
      expect([question, frames.filter((frame) => frame.end_of_dialog).length, last?.end_of_dialog]).toEqual([question, 1, true]);
      expect(['answer', 'error']).toContain(last?.type);
      expect(last?.type === 'answer' ? last.answer : last?.content).toMatch(/\S/);
      expect(frames.filter((frame) => frame.type === 'observation' && frame.end_of_message).length).toBeLessThanOrEqual(3);
      expect(last?.receipt?.tiers.facts.error ?? null).toBeNull();
    }
    await fleet.settled();
  });
});
