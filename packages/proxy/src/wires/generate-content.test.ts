import { expect, it } from 'vitest';
import { withInsertions } from '../json/insertion.ts';
import { readRequest } from '../read-request.ts';
import { turnsOf } from '../turns.ts';
import { generateContent } from './generate-content.ts';

const path = '/v1beta/models/gemini-2.5-flash:streamGenerateContent';
const read = (text: string) => readRequest(generateContent, path, {}, Buffer.from(text));
const turns = (contents: unknown) => {
  const { spoken } = read(JSON.stringify({ contents }));
  return spoken && turnsOf('c1', spoken.said, '');
};
/** The body with a block in front of the last words; `null`: it has none. */
function shown(text: string): string | null {
  const { spoken } = read(text);
  const last = spoken && turnsOf('c1', spoken.said, '').last;
  return last && withInsertions(spoken.json, [{ at: last.at, text: 'B' }]).toString();
}

const context = '{"text":"<session_context>\\nToday is Monday.\\n</session_context>"}';
const call = '{"parts":[{"functionCall":{"id":"w_1","args":{},"name":"w"},"thoughtSignature":"s"}],"role":"model"}';
const result = '{"parts":[{"functionResponse":{"name":"w","response":{"output":"rain"},"id":"w_1"}}],"role":"user"}';

it.each([
  ['the part behind the context of a session', `[{"parts":[${context},{"text":"`, `hi"}],"role":"user"}]`],
  [
    'the content behind the context of a session',
    `[{"parts":[${context}],"role":"user"},{"parts":[{"text":"`,
    `hi"}],"role":"user"}]`,
  ],
  ['words with results of tools after them', `[{"parts":[{"text":"`, `hi"}],"role":"user"}, ${call},${result}]`],
  [
    'words behind a result in their content',
    `[{"role":"user","parts":[{"functionResponse":{"name":"w","response":{}}},{"text":"`,
    `hi"}]}]`,
  ],
  ['the last of several texts', `[{"parts":[{"text":"see"},{"text":"`, `hi"}],"role":"user"}]`],
  [
    'words with an image after them',
    `[{"role":"user","parts":[{"text":"`,
    `hi"},{"inlineData":{"mimeType":"image/png","data":"eA=="}}]}]`,
  ],
  ['words without a role, with odd spaces and escapes', ` [ {"parts":\n[{ "text" :"`, `\\u00e9\\/é🧠"}]} ]`],
  ['a content and a part that are no lists', `{"parts":{"text":"`, `hi"}}`],
])('a block goes in front of %s, and every other byte stays', (_, before, after) => {
  const end = ',"generationConfig":{"temperature":1.0}}';
  expect(shown(`{"contents":${before}${after}${end}`)).toBe(`{"contents":${before}B\\n\\n${after}${end}`);
});

it.each([
  ['a result alone', `[${result}]`],
  ['the context of a session alone', `[{"parts":[${context}],"role":"user"}]`],
  ['words of the model alone', '[{"parts":[{"text":"hi"}],"role":"model"}]'],
  ['no parts', '[{"role":"user"},7,null]'],
  ['an image alone', '[{"parts":[{"inlineData":{}}]}]'],
])('where there is %s nothing is added', (_, contents) => {
  expect(shown(`{"contents":${contents}}`)).toBeNull();
});

it.each([
  ['/v1beta/models/gemini-2.5-flash:streamGenerateContent', 'gemini-2.5-flash', true],
  ['/v1/models/gemma-3n-e4b-it:generateContent', 'gemma-3n-e4b-it', false],
])('%s names the model, and says whether it streams', (path, model, isStreaming) => {
  for (const body of ['{"contents":[]}', '{"contents":'])
    expect(readRequest(generateContent, path, {}, Buffer.from(body))).toMatchObject({ model, isStreaming });
});

it('a turn has one id in a round of tools and in later history, and each round is another request', () => {
  const user = (text: string) => ({ role: 'user', parts: [{ text }] });
  const rain = (output: string) => ({ role: 'user', parts: [{ functionResponse: { name: 'w', response: { output } } }] });
  const first = turns([user('hi')]);
  const afterTool = turns([user('hi'), JSON.parse(call), rain('rain')]);
  const thought = { role: 'model', parts: [{ text: 'hm', thought: true }, { text: 'yes' }] };
  expect(afterTool?.last?.id).toBe(first?.last?.id);
  expect(afterTool?.requestId).not.toBe(first?.requestId);
  expect(turns([user('hi'), JSON.parse(call), rain('sun')])?.requestId).not.toBe(afterTool?.requestId);
  expect(turns([user('hi'), thought, user('more')])?.earlier.map(({ id }) => id)).toEqual([first?.last?.id]);
});
