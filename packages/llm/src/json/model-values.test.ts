import { expect, test } from 'vitest';
import { modelInteger, modelList, modelText } from './model-values.ts';

test.each([
  [' tea ', 'tea'],
  [['likes', 'tea'], 'likes tea'],
  [null, ''],
  [undefined, ''],
  [[], ''],
  [7, null],
  [['tea', 7], null],
  [{ text: 'tea' }, null],
  ['\ud83d', null],
])('the text of %j is %j', (value, text) => {
  expect(modelText(value)).toBe(text);
});

test.each([
  [
    ['tea', null],
    ['tea', null],
  ],
  ['tea', ['tea']],
  [null, []],
  [undefined, []],
])('the list of %j is %j', (value, list) => {
  expect(modelList(value)).toEqual(list);
});

test.each([
  [7, 7],
  [' -7 ', -7],
  ['7.5', null],
  [7.5, null],
  ['seven', null],
  [null, null],
  [[7], null],
])('the number of %j is %j', (value, number) => {
  expect(modelInteger(value)).toBe(number);
});
