import { load } from '../load.mjs';
import { base, city, play } from './play.mjs';

const { default: OpenAI } = await load('openai');
const client = new OpenAI({ baseURL: `${base}/v1`, apiKey: 'none' });
const model = 'gpt-5';
const weather = { name: 'weather', parameters: city };

async function byChat(words, { stream, tools, talk = [] }) {
  const messages = [...talk, { role: 'user', content: words }];
  const more = tools ? { tools: [{ type: 'function', function: weather }] } : {};
  for (;;) {
    const body = { model, messages, ...more };
    const { choices } = stream
      ? await client.chat.completions.stream(body).finalChatCompletion()
      : await client.chat.completions.create(body);
    const { message } = choices[0];
    messages.push(message);
    if (!message.tool_calls?.length) return { text: message.content, talk: messages };
    messages.push({ role: 'tool', tool_call_id: message.tool_calls[0].id, content: 'rain' });
  }
}

/** The server holds what was said before. */
async function byResponses(words, { stream, tools, talk: previous }) {
  const more = tools ? { tools: [{ type: 'function', strict: true, ...weather }] } : {};
  let [input, previous_response_id] = [words, previous];
  for (;;) {
    const body = { model, input, previous_response_id, ...more };
    const response = stream ? await client.responses.stream(body).finalResponse() : await client.responses.create(body);
    const call = response.output.find(({ type }) => type === 'function_call');
    if (!call) return { text: response.output_text, talk: response.id };
    input = [{ type: 'function_call_output', call_id: call.call_id, output: 'rain' }];
    previous_response_id = response.id;
  }
}

await play({ chat: byChat, responses: byResponses });
