import { expect, test } from 'vitest';
import { openai } from './openai.ts';

test('messages of roles that are not known are counted, and none becomes the words of the user', () => {
  const messages = [
    { role: 'user', content: 'When?' },
    { role: 'ipython', content: 'I like rain' },
    { content: 'I like snow' },
    { role: 'developer', content: 'Be brief' },
  ];
  const [conversation, left] = openai.read({ messages }, '[0]');
  expect(conversation).toMatchObject({
    kind: 'conversation',
    messages: [
      { role: 'user', content: 'When?' },
      { role: 'system', content: 'Be brief' },
    ],
  });
  expect(left).toEqual({ kind: 'skipped', reason: '2 messages of other roles' });
});
