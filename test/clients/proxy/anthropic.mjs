import { load } from '../load.mjs';
import { base, city, play } from './play.mjs';

const { default: Anthropic } = await load('@anthropic-ai/sdk');
const client = new Anthropic({ baseURL: base, apiKey: 'none' });

async function byMessages(words, { stream, tools, talk = [] }) {
  const messages = [...talk, { role: 'user', content: words }];
  const more = tools ? { tools: [{ name: 'weather', input_schema: city }] } : {};
  for (;;) {
    const body = { model: 'claude-5', max_tokens: 64, messages, ...more };
    const { content } = stream ? await client.messages.stream(body).finalMessage() : await client.messages.create(body);
    messages.push({ role: 'assistant', content });
    const use = content.find(({ type }) => type === 'tool_use');
    if (!use) return { text: content.find(({ type }) => type === 'text').text, talk: messages };
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: use.id, content: 'rain' }] });
  }
}

await play({ messages: byMessages });
