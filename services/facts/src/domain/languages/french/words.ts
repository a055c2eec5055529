import type { Words } from '../language.ts';

export const words: Words = {
  please: "s'il (?:te|vous) plaît",
  and: 'et',
  questionWords: 'qui|que|quoi|quel(?:le)?s?|quand|où|pourquoi|comment|combien',
  firstPerson: "je|j'|moi|me|m'|mon|ma|mes|nous|notre|nos",
  courtesies: "bonjour|salut|bonsoir|merci|merci beaucoup|oui|non|d'accord|parfait|au revoir",
  remember: "souviens-toi|souvenez-vous|retiens|retenez|n'oublie(?:z)? pas|note(?:z)?",
  that: ' cela| ça',
  beforeClause: ',? (?:de )?que ',
  takingBack: 'non|faux|pardon|erreur|correction|je voulais dire|je me suis trompée?',
  naming: "(?:il|elle) s'appelle|son nom est",
  being: "c'est|il est|elle est",
  having: 'est|a',
  years: 'ans',
  places: 'à|au|aux|en|chez|dans|de',
  months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre',
  on: 'le',
  not: 'pas',
  but: 'mais',
  died: 'morte?|décédée?',
};
