import { expect, test } from 'vitest';
import { readModelText } from './model-text.ts';

const fence = '```';
const text = 'The user moved to Graz. She works there.';

test.each([
  ['alone', text],
  ['in a fence', `${fence}\n${text}\n${fence}`],
  ['in a fence with a language', `${fence}markdown\n${text}\n${fence}`],
  ['behind an announcement', `Sure! Here is the summary:\n\n${text}`],
  ['behind an announcement, in a fence', `Here's the summary:\n${fence}\n${text}\n${fence}`],
  ['behind thinking', `<think>She may still live in Linz.</think>\n${text}`],
  ['behind thinking that the server begins', `She may still live in Linz.\n</think>\n${text}`],
  ['in an object', JSON.stringify({ summary: text })],
  ['in an object, as a list', JSON.stringify({ summary: text.split(/(?<=\.) /) })],
  ['in a list', JSON.stringify([text])],
  ['in quotes', JSON.stringify(text)],
])('a text %s is read', (_, answer) => {
  expect(readModelText(answer)).toBe(text);
});

test.each([
  ['thinking that does not end', '<think>She may still live in Linz.', ''],
  ['an empty fence', `${fence}\n${fence}`, ''],
  ['JSON with several members', '{"a":"b","c":"d"}', '{"a":"b","c":"d"}'],
  ['JSON that breaks off', '{"summary":"The us', '{"summary":"The us'],
  ['a fence inside the text', `It ran:\n${fence}\nls\n${fence}`, `It ran:\n${fence}\nls\n${fence}`],
  ['a text that begins like an announcement', 'Here is where she lives: Graz.', 'Here is where she lives: Graz.'],
])('%s', (_, answer, read) => {
  expect(readModelText(answer)).toBe(read);
});
