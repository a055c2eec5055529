import { expect, it } from 'vitest';
import { geminiReply } from './gemini-reply.ts';

const user = (text: string) => ({ id: `user-${text}`, type: 'user', content: [{ text }] });
const model = (id: string, content: unknown) => ({ id, type: 'gemini', content });
const toolResult = {
  id: 'r',
  type: 'user',
  content: [{ functionResponse: { name: 'read_file', response: { output: 'sencha' } } }, { text: 'And a hint.' }],
};
const metadata = { $set: { lastUpdated: '2026-11-26T03:35:28.609Z' } };
const first = [user('I drink sencha.'), model('a', 'Noted.'), metadata];

it('a reply that streamed in several pieces has each piece once', () => {
  expect(geminiReply(first, 'Noted. ed.')).toBe('Noted.');
  // So it stands where another hook sees each piece.
  expect(geminiReply(first, ' Not ed.')).toBe('Noted.');
});

it('the pieces of a try that broke off are left out', () => {
  expect(geminiReply(first, 'No No Noted. ed.')).toBe('Noted.');
});

it('what is said before and after a tool is one reply', () => {
  const called = model('b', 'Let me look.');
  const lines = [
    ...first,
    user('What do I drink?'),
    called,
    metadata,
    { ...called, toolCalls: [] },
    toolResult,
    model('c', 'Sencha.'),
  ];
  expect(geminiReply(lines, 'Let me look.  me look.\nSencha. cha.')).toBe('Let me look.\nSencha.');
  expect(geminiReply([...lines, user('Thanks.'), model('d', 'You are welcome.')], 'You are welcome. welcome.')).toBe(
    'You are welcome.',
  );
});

it('a message in parts is read without its thoughts', () => {
  const parts = [{ text: 'hm', thought: true }, { text: 'Not' }, { text: 'ed.' }, { functionCall: {} }, null];
  expect(geminiReply([user('Hi.'), model('a', parts)], ' Noted. ed.')).toBe('Noted.');
});

it('what the transcript leaves out stays in a reply in one piece, and makes none of several another', () => {
  const lines = [user('Hi.'), model('a', 'Tea  for 👩💻.')];
  expect(geminiReply(lines, 'Tea <!-- green --> for 👩‍💻.')).toBe('Tea <!-- green --> for 👩‍💻.');
  expect(geminiReply(lines, 'Tea <!-- green --> for 👩‍💻. for 👩‍💻.')).toBe('Tea  for 👩💻.');
});

it.each([
  ['no lines', []],
  ['lines of something else', [{}, { type: 'gemini' }, { type: 'user' }, { type: 'gemini', content: 7 }]],
  ['another reply', [...first, user('Go on.'), model('b', 'I have a secret.')]],
  ['less than was heard', [user('Go on.'), model('a', 'Not')]],
  ['one more reply', [...first, model('b', 'I have a secret.')]],
  ['no reply yet', [...first, user('Note it.')]],
  ['no words of the user', [model('a', 'Noted.')]],
])('with %s the reply is the one of the hook', (_, lines) => {
  expect(geminiReply(lines, 'Noted. ed.')).toBe('Noted. ed.');
});
