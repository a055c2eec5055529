import { describe, expect, test } from 'vitest';
import { readModelList, readModelObject } from './model-answer.ts';

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
    expect(readModelList(answer)).toEqual(list);
  });

  test('one object in its stead is its element', () => {
    expect(readModelList('{"text": "The user likes tea"}')).toEqual([{ text: 'The user likes tea' }]);
    expect(readModelList('{"text": "The user likes tea", "tags": ["tea"]}')).toHaveLength(1);
  });

  test('an empty one is one', () => {
    expect([readModelList('[]'), readModelList('{"facts": []}'), readModelList('There is nothing: []')]).toEqual([[], [], []]);
  });

  test('of texts that break off those count that are whole', () => {
    expect(readModelList('["The user likes tea", "The user is not')).toEqual(['The user likes tea']);
    expect(() => readModelList('["The user likes "green" tea", "The us')).toThrow('breaks off');
  });

  test.each([
    ['no JSON', 'Sure! Here you go.'],
    ['nothing', ''],
    ['two lists', '["a"]\n["b"]'],
    ['an element that breaks off alone', '[{"text": "The user is not'],
    ['only thinking', '<think>[{"text": "The user likes tea"}]'],
    ['a text', '"tea"'],
  ])('%s is refused', (_, answer) => {
    expect(() => readModelList(answer)).toThrow(SyntaxError);
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
