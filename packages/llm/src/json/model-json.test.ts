import { expect, test } from 'vitest';
import { readModelJson } from './model-json.ts';

const fence = '```';
const list = [{ text: 'The user likes tea', from: 'user' }];
const json = JSON.stringify(list);

const quoted = { x: 'he said "hi" to me', y: "the users' tea", z: 'it’s so' };

test.each([
  ['alone', json],
  ['in a code fence', `${fence}json\n${json}\n${fence}`],
  ['behind prose', `Sure! Here are the facts:\n\n${json}`],
  ['in a code fence between prose', `Here you go:\n${fence}\n${json}\n${fence}\nAnything else?`],
  ['with a comma too many', `[{"text": "The user likes tea", "from": "user",},]`],
  ['in single quotes', `[{'text': 'The user likes tea', 'from': 'user'}]`],
  ['with names without quotes', `[{text: "The user likes tea", from: "user"}]`],
  ['with a comment', `[{"text": "The user likes tea", /* said so */ "from": "user"}]`],
])('a list %s is read', (_, text) => {
  expect(readModelJson(text)).toEqual(list);
});

test.each([
  ['a line break in a string', '{"x": "a\nb"}', { x: 'a\nb' }],
  ['Python’s words', '{"x": None, "y": True}', { x: null, y: true }],
  ['brackets in strings', `Here: {"x": "a ] } b", 'y': 'it's } so'}`, { x: 'a ] } b', y: "it's } so" }],
  ['quotes in strings', `{"x": "he said "hi" to me", 'y': 'the users' tea', ‘z’: ‘it’s so’}`, quoted],
  ['JSON that is no object', '"tea"', 'tea'],
])('%s', (_, text, value) => {
  expect(readModelJson(text)).toEqual(value);
});

test.each([
  ['no JSON', 'Sure! Here you go.', 'no JSON'],
  ['nothing', '', 'no JSON'],
  ['a list that breaks off', '["The user likes tea", "The user is not', 'breaks off'],
  ['an object that breaks off in a fence', `${fence}json\n{"x": "a`, 'breaks off'],
  ['two lists', '["a"]\n["b"]', 'more than one'],
  ['prose with brackets of its own', '["a"] (see [1])', 'more than one'],
  ['a quote in a string that could end it', '["The user said "no", and left"]', 'breaks off'],
  ['what cannot be mended', '{bad}', 'Colon'],
])('%s is refused', (_, text, says) => {
  expect(() => readModelJson(text)).toThrow(SyntaxError);
  expect(() => readModelJson(text)).toThrow(says);
});
