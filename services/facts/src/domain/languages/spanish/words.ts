import type { Words } from '../language.ts';

export const words: Words = {
  please: 'por favor',
  and: 'y',
  questionWords: 'qué|quién(?:es)?|cuándo|dónde|por qué|cómo|cuál(?:es)?|cuánt[oa]s?',
  firstPerson: 'yo|me|mi|mis|mí|conmigo|nosotr[oa]s|nos|nuestr[oa]s?',
  courtesies: 'hola|buenos días|buenas (?:tardes|noches)|gracias|muchas gracias|sí|si|vale|claro|perfecto|adiós',
  remember: 'recuerda|acuérdate|no olvides|anota',
  that: ' eso| esto',
  beforeClause: ',? (?:de )?que ',
  takingBack: 'no|perdón|perdona|error|corrección|quería decir|quise decir|me equivoqué',
  naming: '(?:(?:él|ella) )?se llama|su nombre es',
  being: 'es|está|eso es',
  having: 'es|está|tiene',
  years: 'años',
  places: 'en|de|para|con',
  months: 'enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre',
  on: 'el|el día',
  not: 'no',
  but: 'sino',
  died: 'murió|ha muerto|falleció|ha fallecido',
};
