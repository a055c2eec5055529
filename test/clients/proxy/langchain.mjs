import { load } from '../load.mjs';
import { base, play } from './play.mjs';

const { ChatOpenAI } = await load('@langchain/openai');
const { HumanMessage, ToolMessage } = await load('@langchain/core/messages');
const { tool } = await load('@langchain/core/tools');
const { z } = await load('zod');
const weather = tool(async () => 'rain', { name: 'weather', description: 'The weather', schema: z.object({ city: z.string() }) });

function by(useResponsesApi) {
  const model = new ChatOpenAI({ model: 'gpt-5', apiKey: 'none', configuration: { baseURL: `${base}/v1` }, useResponsesApi });
  return async (words, { stream, tools, talk = [] }) => {
    const messages = [...talk, new HumanMessage(words)];
    const asked = tools ? model.bindTools([weather]) : model;
    for (;;) {
      const message = stream ? await streamed(asked, messages) : await asked.invoke(messages);
      messages.push(message);
      const [call] = message.tool_calls ?? [];
      if (!call) return { text: message.text, talk: messages };
      messages.push(new ToolMessage({ content: 'rain', tool_call_id: call.id }));
    }
  };
}

async function streamed(model, messages) {
  let whole;
  for await (const chunk of await model.stream(messages)) whole = whole ? whole.concat(chunk) : chunk;
  return whole;
}

await play({ chat: by(false), responses: by(true) });
