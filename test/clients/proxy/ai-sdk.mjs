import { load } from '../load.mjs';
import { base, play } from './play.mjs';

globalThis.AI_SDK_LOG_WARNINGS = false;
const { generateText, streamText, tool, isStepCount, stepCountIs } = await load('ai');
const { createOpenAI } = await load('@ai-sdk/openai');
const { createOpenAICompatible } = await load('@ai-sdk/openai-compatible');
const { createAnthropic } = await load('@ai-sdk/anthropic');
const { z } = await load('zod');
const options = { baseURL: `${base}/v1`, apiKey: 'none' };
const weather = tool({ inputSchema: z.object({ city: z.string() }), execute: async () => 'rain' });

function by(model) {
  return async (words, { stream, tools, talk = [] }) => {
    const messages = [...talk, { role: 'user', content: words }];
    const asked = { model, messages, ...(tools ? { tools: { weather }, stopWhen: (isStepCount ?? stepCountIs)(3) } : {}) };
    const result = stream ? streamText(asked) : await generateText(asked);
    const text = await result.text;
    const said = (await result.responseMessages) ?? (await result.response).messages;
    return { text, talk: [...messages, ...said] };
  };
}

const openai = createOpenAI(options);
await play({
  openai: by(openai('gpt-5')),
  'openai.chat': by(openai.chat('gpt-5')),
  compatible: by(createOpenAICompatible({ name: 'memory', ...options })('llama')),
  anthropic: by(createAnthropic(options)('claude-5')),
});
