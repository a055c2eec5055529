import { askedTurn } from '@agent-mem/recall';
import { describe, expect, it } from 'vitest';
import { courtesyFor, loosePoliteness } from './courtesy.ts';
import { quotedTurn } from './own-answer.ts';

describe('what is said back to who is polite', () => {
  it.each([
    ['Hello', 'Hello!'],
    ['hey there 🙂', 'Hello!'],
    ['Good morning!', 'Hello!'],
    ['How are you?', 'I am fine'],
    ['thx', 'You are welcome.'],
    ['Great, thank you so much!', 'You are welcome.'],
    ['ok thanks, bye', 'You are welcome. Goodbye!'],
    ['see you tomorrow', 'Goodbye'],
    ['Guten Morgen!', 'Hello!'],
    ['Bonjour, ça va ?', 'I am fine'],
    ['Muchas gracias', 'You are welcome.'],
    ['Obrigada, até logo!', 'You are welcome. Goodbye!'],
    ["G'day mate", 'Hello!'],
    ['Good afternoon, is anybody there?', 'Hello!'],
    ['yo whats up', 'I am fine'],
    ['Lovely, thank you ever so much.', 'You are welcome.'],
    ["You've been very helpful", 'You are welcome.'],
    ['gotta run, ttyl', 'Goodbye'],
    ['What can you do?', 'I remember what you tell me'],
    ['Hi, who are you?', 'I remember what you tell me'],
    ['help', 'I have no language model'],
    ['How does this work?', 'I remember what you tell me'],
    ['Was kannst du alles?', 'I remember what you tell me'],
    ['Que peux-tu faire ?', 'I remember what you tell me'],
  ])('%s', (message, said) => {
    expect(courtesyFor(message)).toContain(said);
  });

  it.each([
    'Hello, I am Bo',
    'ok',
    'Thanks to Anna I live in Rome',
    'good',
    'Is this goodbye?',
    'What can you tell me about Rome?',
    'Who are you married to?',
    'Help me move to Rome',
    'What is this song called?',
  ])('nothing: %s', (message) => {
    expect(courtesyFor(message)).toBeNull();
  });
});

it.each([
  ['Thanks a lot for sorting out the thing with the boiler', 'You are welcome.'],
  ['Hi from sunny Crete', 'Hello!'],
  ['danke, du bist ja flott', 'You are welcome.'],
  ['top merci !', 'You are welcome.'],
  ['graciass', 'You are welcome.'],
  ['obrigada, és um querido', 'You are welcome.'],
  ['holaa q tal', 'Hello!'],
  ['moin zusammen', 'Hello!'],
  ['Das ist ein Hallodri', null],
  ['The weather is fine', null],
])('politeness with other words: %s', (message, said) => {
  expect(loosePoliteness(message)?.slice(0, said?.length) ?? null).toBe(said);
});

describe('an earlier turn is quoted where a message asks for it', () => {
  const turns = ['one', 'two', 'three'];
  it.each([
    ['What was your first answer?', 'I answered: "one!"'],
    ['what did you say just now?', 'I answered: "three!"'],
    ['Can you repeat that?', 'I answered: "three!"'],
    ["Sorry, I hadn't got my glasses on, could you say that again?", 'I answered: "three!"'],
    ['Say again?', 'I answered: "three!"'],
    ['hm, I missed that', 'I answered: "three!"'],
    ['What was your second reply?', 'I answered: "two!"'],
    ['What did you answer before that?', 'I answered: "two!"'],
    ['What did I ask first?', 'You wrote: "one?"'],
    ['Remind me: what did I say first?', 'You wrote: "one?"'],
  ])('%s', (message, said) => {
    const asked = askedTurn(message);
    const turn = turns.at(asked?.index ?? 0) ?? '';
    expect(asked && quotedTurn(asked, asked.whose === 'answer' ? `${turn}!` : `${turn}?`)).toBe(said);
  });

  it.each(['What did you say about Rome to Anna?', 'What was my first job?', 'Repeat the song', 'What did my wife say?'])(
    'not: %s',
    (message) => {
      expect(askedTurn(message)).toBeNull();
    },
  );

  it('never as a quote of a quote', () => {
    expect(quotedTurn({ whose: 'answer' }, 'I answered: "one!"')).toBe('I answered: "one!"');
  });

  it('says so where there is none', () => {
    expect(quotedTurn({ whose: 'answer' }, null)).toContain('no such answer');
  });
});
