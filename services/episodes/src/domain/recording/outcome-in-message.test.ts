import { expect, test } from 'vitest';
import { outcomeInMessage } from './outcome-in-message.ts';

test.each([
  'Thanks!',
  'Great, thank you. Now the docs.',
  'ok perfect',
  'That worked',
  'Danke, jetzt zum nächsten Punkt',
  'Merci beaucoup',
  '¡Gracias!',
  'Obrigada!',
])('%s: it succeeded', (said) => expect(outcomeInMessage(said)?.outcome_status).toBe('succeeded'));

test.each([
  'No, that is not what I asked for',
  'It still fails with the same error',
  'Thanks, but it does not work',
  'Das funktioniert nicht',
  'Ça ne marche pas',
  'No funciona',
  'That’s wrong',
])('%s: it failed', (said) => expect(outcomeInMessage(said)?.outcome_status).toBe('failed'));

test.each([
  'Now write the docs',
  'No problem, go on',
  'What is a thank-you note?',
  'Write a letter that says thanks to Anne',
  '',
])('%j says nothing of it', (said) => expect(outcomeInMessage(said)).toBeNull());
