import type { Message } from '@agent-mem/contract';
import { expect, it } from 'vitest';
import { nearestSaid, quoteFor } from './nearest-said.ts';

const said = (content: string, minute = 0, role = 'user') =>
  ({ id: content, role, content, timestamp: new Date(minute * 60_000).toISOString() }) as Message;
const nearest = (asked: string, ...messages: readonly Message[]) => nearestSaid(asked, messages).map(({ content }) => content);

it('is what shares the most words, the newest first of those that share as many', () => {
  const messages = [said('Down to one sugar in the coffee', 2), said('Two sugars in my coffee', 1), said('I had coffee', 3)];
  expect(nearest('How many sugars in my coffee?', ...messages)).toEqual([
    'Down to one sugar in the coffee',
    'Two sugars in my coffee',
  ]);
});

it('is nothing that shares less than half of the words, that asks, that another said, or that is of health', () => {
  const question = 'What colour is my front door?';
  expect(nearest(question, said('The garden door of the shed squeaks'))).toEqual([]);
  expect(nearest(question, said('The front door is green'))).toEqual(['The front door is green']);
  expect(nearest(question, said('Is the front door green?'))).toEqual([]);
  expect(nearest(question, said('please forget the front door'))).toEqual([]);
  expect(nearest(question, said('The front door is green', 0, 'assistant'))).toEqual([]);
  expect(nearest('How old is my brother Álvaro?', said('My brother Hugo is 39 years old'))).toEqual([]);
  expect(nearest('What is Clara allergic to?', said('My sister Clara is allergic to peanuts'))).toEqual([]);
});

it('is quoted on one line, and of what is long by its nearest sentence', () => {
  expect(quoteFor('door', said('The door\nis green'))).toBe('The door is green');
  const long = `${'It rained all day in the village. '.repeat(10)}The front door is green. ${'We went home. '.repeat(10)}`;
  expect(quoteFor('What colour is the front door?', said(long))).toBe('The front door is green.');
  expect(quoteFor('door', said(`door ${'x'.repeat(400)}`))).toHaveLength(200);
});
