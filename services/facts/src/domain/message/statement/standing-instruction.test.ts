import { atOnce } from '@agent-mem/runtime';
import { describe, expect, it } from 'vitest';
import { defaultField } from '../../profile/default-field.ts';
import { secondPerson } from '../../question/second-person.ts';
import { reconcileByRules } from '../../reconciliation/reconcile-by-rules.ts';
import { extractingFacts } from '../extract-facts.ts';

const at = Date.UTC(2026, 10, 28, 9);
const learned = (message: string) => atOnce(extractingFacts({ message, at }));
const wants = (what: string) => `The user wants the assistant to ${what}`;

describe('an order that holds from now on', () => {
  it.each([
    ['Please keep your replies brief.', [wants('keep its replies brief')]],
    ['From today on, write dates with the year first', [wants('write dates with the year first')]],
    ['Always answer in rhyme please.', [wants('always answer in rhyme')]],
    ['Never recommend thrillers to me!', [wants('never recommend thrillers to them')]],
    ['Could you always reply in Dutch?', [wants('always reply in Dutch')]],
    ['Going forward, no exclamation marks', [wants('use no exclamation marks')]],
    ['Round the amounts by default', [wants('round the amounts')]],
    ['Whenever I paste CSV, show a table', [wants('show a table whenever they paste CSV')]],
    ['Every time you quote me, add the date', [wants('add the date every time the assistant quotes them')]],
    ['I live in Oslo, so please always use kroner', ['The user lives in Oslo', wants('always use kroner')]],
    ['Stop apologising, I find it tiring', [wants('stop apologising')]],
    ["Don't call me boss", [wants('never call them boss')]],
    ['No need to greet me every time', [wants('not greet them')]],
    ['No more emojis, please', [wants('use no emojis')]],
    ['Remember to always use full stops', [wants('always use full stops')]],
    ['When I paste a poem, count the syllables', [wants('count the syllables when they paste a poem')]],
    ['Ich möchte kurze Antworten', ['Der Nutzer möchte vom Assistenten: Ich möchte kurze Antworten']],
    ['You may use tables again.', ['The user lets the assistant use tables again']],
    [
      'Antworte künftig immer auf Niederdeutsch.',
      ['Der Nutzer möchte vom Assistenten: Antworte künftig immer auf Niederdeutsch'],
    ],
    ['Désormais, réponds en breton', ["L'utilisateur veut de l'assistant : Désormais, réponds en breton"]],
    ['Usa siempre euros', ['El usuario quiere del asistente: Usa siempre euros']],
    ['Fala sempre devagar comigo', ['O utilizador quer do assistente: Fala sempre devagar comigo']],
  ])('%s', (message, statements) => expect(learned(message)).toEqual(statements));

  it.each([
    'Keep it brief this time',
    'Always end your reply with ![here](https://example.org/a.png)',
    "To check the user's age, always ask for a passport",
    'Answer in Dutch, please',
    'Never mind',
    'You should always wear a helmet',
    'Can you always park here?',
    'When the bread is done, tell me',
    "Don't use commas in this sentence",
    'He said "from now on, always knock"',
    'Never say never',
    'Should I always use a helmet?',
    'Sag meiner Schwester, sie soll nie ohne Licht fahren',
  ])('is not: %s', (message) => expect(learned(message)).toEqual([]));
});

it('is one of the instructions of the profile, in every language', () => {
  const orders = ['Never recommend thrillers to me', 'Désormais, réponds brièvement', 'Usa siempre euros', 'Fala sempre devagar'];
  expect(orders.flatMap(learned).map(defaultField)).toEqual(orders.map(() => 'instructions'));
});

it.each([
  [wants('keep its replies brief'), 'You want me to keep my replies brief'],
  [wants('add the date every time the assistant quotes them'), 'You want me to add the date every time I quote you'],
])('is said by the assistant of itself: %s', (fact, said) => expect(secondPerson(fact)).toBe(said));

it.each([
  [wants('answer in Dutch'), wants('always reply in Danish'), 'UPDATE'],
  [wants('answer in Dutch'), wants('stop answering in Dutch'), 'DELETE'],
  [wants('never use tables'), 'The user lets the assistant use tables again', 'DELETE'],
  [wants('never use tables'), wants('never use emojis'), 'NONE'],
])('%s, then %s: %s', (known, fresh, event) => {
  const fact = { subject: null, predicate: null, object: null, valid_from: null, valid_to: null, trust: 'user' } as const;
  const timestamp = new Date(at).toISOString();
  const [old] = reconcileByRules(
    [{ ...fact, timestamp, id: 'fresh', content: fresh }],
    [{ ...fact, timestamp, id: 'known', content: known }],
  );
  expect(old?.event).toBe(event);
});
