import { load } from '../load.mjs';
import { base, city, play } from './play.mjs';

const { GoogleGenAI } = await load('@google/genai');
const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: base } });
const model = 'gemini-3.1-pro';
const weather = { tools: [{ functionDeclarations: [{ name: 'weather', parametersJsonSchema: city }] }] };

async function byModels(words, { stream, tools, talk = [] }) {
  const contents = [...talk, { role: 'user', parts: [{ text: words }] }];
  for (;;) {
    const body = { model, contents, config: tools ? weather : {} };
    const pieces = stream
      ? await Array.fromAsync(await client.models.generateContentStream(body))
      : [await client.models.generateContent(body)];
    const parts = pieces.flatMap(({ candidates }) => candidates[0].content.parts);
    contents.push({ role: 'model', parts });
    const call = parts.find(({ functionCall }) => functionCall)?.functionCall;
    if (!call) return { text: textOf(parts), talk: contents };
    contents.push({ role: 'user', parts: [resultOf(call)] });
  }
}

/** The client holds what was said before. */
async function byChats(words, { stream, tools, talk: chat = client.chats.create({ model }) }) {
  let message = words;
  for (;;) {
    const asked = { message, config: tools ? weather : {} };
    const pieces = stream ? await Array.fromAsync(await chat.sendMessageStream(asked)) : [await chat.sendMessage(asked)];
    const parts = pieces.flatMap(({ candidates }) => candidates[0].content.parts);
    const call = parts.find(({ functionCall }) => functionCall)?.functionCall;
    if (!call) return { text: textOf(parts), talk: chat };
    message = [resultOf(call)];
  }
}

function textOf(parts) {
  return parts.map(({ text = '', thought }) => (thought ? '' : text)).join('');
}

function resultOf({ id, name }) {
  return { functionResponse: { id, name, response: { output: 'rain' } } };
}

await play({ models: byModels, chats: byChats });
