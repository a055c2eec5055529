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
  takingBack: 'nein|nee|ne|falsch|quatsch|stimmt nicht|das stimmt nicht|moment|entschuldigung|korrektur|ich meinte|ich meine',
  naming: '(?:er|sie|es) hei(?:ß|ss)t|(?:sein|ihr) name ist',
  being: '(?:es|das|er|sie) ist',
  having: 'ist|hat',
  years: 'Jahre(?: alt)?',
  places: 'in|im|am|bei|beim|auf|aus|nach',
  months: 'januar|jänner februar märz april mai juni juli august september oktober november dezember',
  on: 'am|den|der',
  not: 'nicht',
  but: 'sondern',
  died: 'gestorben|verstorben|tot',
};
