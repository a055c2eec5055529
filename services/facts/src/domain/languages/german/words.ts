import type { Words } from '../language.ts';

export const words: Words = {
  please: 'bitte',
  and: 'und',
  questionWords: 'wer|was|wann|wo|warum|wie|welche[rsn]?',
  firstPerson: 'ich|mich|mir|mein\\p{L}*|wir|uns|unser\\p{L}*',
  courtesies:
    'hallo|guten (?:morgen|tag|abend)|danke|vielen dank|danke sehr|ja|nein|genau|gut|super|prima|alles klar|bitte|tschüss',
  remember: 'merk(?:e)? dir|merken sie sich|denk(?:e)? daran|vergiss nicht|notier(?:e)?',
  that: ',? das',
  beforeClause: '(?: bitte)?(?:,? (?=dass )|: ?)',
};
