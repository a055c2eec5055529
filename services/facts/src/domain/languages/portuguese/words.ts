import type { Words } from '../language.ts';

export const words: Words = {
  please: 'por favor',
  and: 'e',
  questionWords: 'quem|qual|quais|quando|onde|por que|como|quant[oa]s?',
  firstPerson: 'eu|mim|me|meu|meus|minha|minhas|nós|nos|nosso|nossa|nossos|nossas',
  courtesies: 'olá|oi|bom dia|boa (?:tarde|noite)|obrigad[oa]|muito obrigad[oa]|sim|não|certo|perfeito|tchau',
  remember: 'lembra-te|lembre-se|lembra|não (?:te )?esqueças|não (?:se )?esqueça|anota',
  that: ' isso| isto',
  beforeClause: ',? (?:de )?que ',
  takingBack: 'não|nao|desculpa|desculpe|erro|correção|queria dizer|quis dizer|enganei-me|me enganei',
  naming: '(?:(?:ele|ela) )?(?:chama-se|se chama)|o nome (?:dele|dela) é',
  being: 'é [oa]|é|está',
  having: 'é|está|tem',
  years: 'anos',
  places: 'em|no|na|nos|nas|de|do|da|para',
  months: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
  on: 'a|em|dia|no dia',
  not: 'não',
  but: 'mas|e sim',
  died: 'morreu|faleceu',
};
