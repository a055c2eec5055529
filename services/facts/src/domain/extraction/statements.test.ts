import { readJsonAnswer } from '@agent-mem/service-kit';
import { misread } from '@agent-mem/testing';
import { expect, test } from 'vitest';
import { statementsAnswer } from './statements.ts';

function readStatements(answer: string) {
  const isInvented = (text: string) => text.includes('Anne');
  const read = readJsonAnswer(answer, statementsAnswer(1, isInvented));
  return 'unusable' in read ? read : { value: read.value.statements, dropped: read.dropped };
}

const unsaid = { subject: null, predicate: null, object: null, validFrom: null, from: null };

test.each([
  ['[]', []],
  ['["The user likes tea"]', ['The user likes tea']],
  ['["I figli dell’utente vivono a Roma"]', ['I figli dell’utente vivono a Roma']],
  ['["My Neighbour Totoro is a film"]', ['My Neighbour Totoro is a film']],
  [' [" The user likes tea ", "The user is 40"]\n', ['The user likes tea', 'The user is 40']],
  ['Sure!\n```json\n[{"text": "The user likes tea",}]\n```', ['The user likes tea']],
])('%j is read', (answer, statements) => {
  expect(readStatements(answer)).toEqual({ value: statements.map((text) => ({ ...unsaid, text })), dropped: [] });
});

const three = ['The user likes tea', 'The user is 40', 'It rains'];
const json = JSON.stringify(three);

test.each([
  ['fences', `\`\`\`json\n${json}\n\`\`\``],
  ['an object', `{"facts": ${json}}`],
  ['prose before', `Here are the facts: ${json}`],
  ['prose after', `${json}\nI left out the greeting.`],
  ['thinking before', `<think>["Is it this?"]</think>${json}`],
  ['one too many', JSON.stringify([...three, 'A fourth'])],
  ['a comma too many', `${json.slice(0, -1)},]`],
])('%s: it says what the bare list says', (_, answer) => {
  expect(readStatements(answer)).toEqual(readStatements(json));
  expect(readStatements(json)).toMatchObject({ value: three.map((text) => ({ text })) });
});

test('statements are read however a model dresses them, and what is none is not', () => {
  const entry = { text: 'The user lives in Porto', subject: 'the user', predicate: null, from: 'user' };
  expect(misread([entry, { text: 'It rains' }], readStatements)).toEqual([]);
  expect(misread({ facts: [entry] }, readStatements)).toEqual([]);
});

test('an object may say more, and of what cannot be used only the text is kept', () => {
  const said = {
    text: 'The user lives in Porto',
    subject: ' the user ',
    predicate: 'lives in',
    object: 'Porto',
    valid_from: '2019',
    from: 'user',
  };
  const odd = { text: 'It rains', subject: 7, predicate: '', object: 'x'.repeat(2_000), valid_from: 'soon', from: 'me' };
  expect(readStatements(JSON.stringify([said, odd, { text: 'It is A', valid_from: null }]))).toEqual({
    value: [
      {
        text: 'The user lives in Porto',
        subject: 'the user',
        predicate: 'lives in',
        object: 'Porto',
        validFrom: '2019-01-01T00:00:00.000Z',
        from: 'user',
      },
      { ...unsaid, text: 'It rains' },
      { ...unsaid, text: 'It is A' },
    ],
    dropped: [],
  });
});

test.each([
  ['Sure! Here you go.', 'not-json'],
  ['', 'not-json'],
  ['["The user is not', 'not-json'],
  ['"The user likes tea"', 'not-json'],
  ['[{"fact": "The user likes tea"}]', 'blank'],
  ['[null]', 'blank'],
  ['["\\ud800"]', 'not-text'],
  ['["  "]', 'blank'],
  ['["}, 12, 2022", "  "]', 'no-statement'],
  ['["Bosch"]', 'no-statement'],
  ['["</fact at noon UTC"]', 'no-statement'],
  ['["The fact is:"]', 'no-statement'],
  ['["Is the yoghurt safe to eat?"]', 'no-statement'],
  ['["I\'ve been promoted"]', 'first-person'],
  ['["My birthday is on leap day"]', 'first-person'],
  ['["Mi mujer es bombera en Bilbao"]', 'first-person'],
  ['["Ich wohne in Ulm"]', 'first-person'],
  ['["The user\'s wife is named Anne"]', 'invented'],
  [JSON.stringify(['é'.repeat(513)]), 'too-long'],
])('%j is unusable as a whole', (answer, unusable) => {
  expect(readStatements(answer)).toEqual({ unusable });
});

test.each([
  ['Anne lives in Paris', 'invented'],
  ['  ', 'blank'],
  ['}, 12, 2022', 'no-statement'],
  ['My birthday is on leap day', 'first-person'],
  [{ fact: 'The user is 40' }, 'blank'],
])('%j is dropped, and the statements beside it are used', (entry, reason) => {
  expect(readStatements(JSON.stringify(['The user likes tea', entry, 'It rains']))).toMatchObject({
    value: [{ text: 'The user likes tea' }, { text: 'It rains' }],
    dropped: [reason],
  });
});

test('what is dropped takes the room of none that can be used', () => {
  expect(readStatements(JSON.stringify(['Bosch', ...three, 'A fourth']))).toMatchObject({
    value: three.map((text) => ({ text })),
    dropped: ['no-statement'],
  });
});
