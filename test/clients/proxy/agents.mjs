import { load } from '../load.mjs';
import { base, play } from './play.mjs';

const { Agent, run, tool, setDefaultOpenAIClient, setOpenAIAPI, setTracingDisabled } = await load('@openai/agents');
const { default: OpenAI } = await load('openai');
const { z } = await load('zod');
// Traces go to their maker's own address.
setTracingDisabled(true);
setDefaultOpenAIClient(new OpenAI({ baseURL: `${base}/v1`, apiKey: 'none' }));
const parameters = z.object({ city: z.string() });
const weather = tool({ name: 'weather', description: 'The weather', parameters, execute: async () => 'rain' });
const agent = new Agent({ name: 'agent', model: 'gpt-5', tools: [weather] });

function by(api) {
  return async (words, { stream, talk = [] }) => {
    setOpenAIAPI(api);
    const result = await run(agent, [...talk, { role: 'user', content: words }], { stream });
    if (stream) await result.completed;
    return { text: result.finalOutput, talk: result.history };
  };
}

await play({ responses: by('responses'), chat: by('chat_completions') });
