import { describe, expect, test } from 'vitest';
import { readModelList, readModelObject } from './model-answer.ts';

const entriesOf = (answer: string) => readModelList(answer).entries;

const fence = '```';
const list = [{ text: 'The user likes tea' }, { text: 'The user is 40' }];
const json = JSON.stringify(list);
const bare = json.slice(1, -1);

describe('a list', () => {
  test.each([
    ['alone', json],
    ['in fences', `${fence}json\n${json}\n${fence}`],
    ['in an object', `{"facts": ${json}}`],
    ['in an object that says more', `{"thought": "There are two.", "facts": ${json}}`],
    ['behind prose', `Here are two facts: ${json}`],
    ['before prose', `${json}\nI left out the greeting [1].`],
    ['behind thinking', `<think>Perhaps [{"text": "The user hates tea"}]? No.</think>\n${json}`],
    ['behind thinking that the server begins', `Perhaps ["tea"]?\n</think>${json}`],
    ['with a comma too many', `[${bare},]`],
    ['its objects a line each', bare.replace('},{', '}\n{')],
    ['in fences, with brackets in the prose', `I saw [some] things.\n${fence}\n${json}\n${fence}`],
    ['cut off', `${json.slice(0, -1)}, {"text": "The user is not`],
    ['cut off in an object in fences', `${fence}json\n{"facts": ${json.slice(0, -1)}, {"te`],
  ])('%s is read', (_, answer) => {
    expect(entriesOf(answer)).toEqual(list);
  });

  test('one object in its stead is its element', () => {
    expect(entriesOf('{"text": "The user likes tea"}')).toEqual([{ text: 'The user likes tea' }]);
    expect(entriesOf('{"text": "The user likes tea", "tags": ["tea"]}')).toHaveLength(1);
  });

  test('an empty one is one', () => {
    expect([entriesOf('[]'), entriesOf('{"facts": []}'), entriesOf('There is nothing: []')]).toEqual([[], [], []]);
  });

  test.each([
    ['alone', json, true],
    ['empty in an object', '{"facts": []}', true],
    ['a comma too many', `[${bare},]`, true],
    ['its objects a line each', bare.replace('},{', '}\n{'), true],
    ['cut off', `${json.slice(0, -1)}, {"text": "The user is not`, false],
    ['its end forgotten', json.slice(0, -1), false],
    ['its objects a line each, cut off', `${bare.replace('},{', '}\n{')}\n{"text": "The us`, false],
  ])('%s: it is known whether it is whole', (_, answer, isWhole) => {
    expect(readModelList(answer)).toEqual({ entries: entriesOf(answer), isWhole });
  });

  test('of texts that break off those count that are whole', () => {
    expect(entriesOf('["The user likes tea", "The user is not')).toEqual(['The user likes tea']);
    expect(() => entriesOf('["The user likes "green" tea", "The us')).toThrow('breaks off');
  });

  test.each([
    ['no JSON', 'Sure! Here you go.'],
    ['nothing', ''],
    ['two lists', '["a"]\n["b"]'],
    ['an element that breaks off alone', '[{"text": "The user is not'],
    ['only thinking', '<think>[{"text": "The user likes tea"}]'],
    ['a text', '"tea"'],
  ])('%s is refused', (_, answer) => {
    expect(() => entriesOf(answer)).toThrow(SyntaxError);
  });
});

describe('an object', () => {
  const object = { task: true, goal: 'tea' };
  const text = JSON.stringify(object);
  test.each([
    ['alone', text],
    ['in fences', `${fence}\n${text}\n${fence}`],
    ['in a list', `[${text}]`],
    ['behind prose and thinking', `<think>{"task": false}</think>Here it is: ${text}`],
  ])('%s is read', (_, answer) => {
    expect(readModelObject(answer)).toEqual(object);
  });

  test.each([
    ['that breaks off', '{"task": true, "goal": "t'],
    ['beside another', `${text} ${text}`],
    ['that is none', '["tea", "milk"]'],
  ])('%s is refused', (_, answer) => {
    expect(() => readModelObject(answer)).toThrow(SyntaxError);
  });
});
